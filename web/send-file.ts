export type SentRequest = Required<Pick<RequestInit, 'method' | 'signal'>> & {
  headers: Headers
  body: Blob | string | null
}

/** Called with the part of the file that has been sent, from 0 to 1. */
export type Progress = (part: number) => void

/** As `fetch`, which cannot tell how far an upload has come. */
export function sendFile(url: string, request: SentRequest, onProgress: Progress): Promise<Response> {
  const { method, headers, body, signal } = request
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest()
    upload.open(method, url)
    upload.responseType = 'blob'
    for (const [name, value] of headers) upload.setRequestHeader(name, value)
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    upload.onload = () =>
      resolve(new Response(upload.response, { status: upload.status, headers: headersOf(upload) }))
    upload.onerror = () => reject(new TypeError('The upload was interrupted'))
    upload.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => upload.abort())
    if (signal?.aborted) reject(signal.reason)
    else upload.send(body)
  })
}

function headersOf(answered: XMLHttpRequest): Headers {
  const lines = answered.getAllResponseHeaders().trim().split(/\r\n/)
  return new Headers(
    lines.filter(Boolean).map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
