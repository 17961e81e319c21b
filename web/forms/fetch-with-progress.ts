/** A `fetch` for a body that takes a while: says how much of it has been sent, from 0 to 1. The response comes without headers. */
export const fetchWithProgress =
  (onProgress: (share: number) => void) =>
  (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / (total || 1))
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = request.onabort = () => reject(new TypeError('the upload failed'))
      signal?.addEventListener('abort', () => request.abort())
      if (signal?.aborted) reject(signal.reason)
      else request.send(body as XMLHttpRequestBodyInit | null)
    })
