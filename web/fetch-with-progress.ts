/** Like `fetch`, for a body that takes a while: says how much of it has been sent, from 0 to 1. */
export function fetchWithProgress(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  request.open(method, url)
  for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
  request.onload = () => resolve(toResponse(request))
  request.onerror = () => reject(new TypeError('the upload failed'))
  request.onabort = () => reject(new DOMException('the upload was canceled', 'AbortError'))
  request.onloadend = () => signal?.removeEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  request.send(body as XMLHttpRequestBodyInit | null)
  return promise
}

function toResponse(request: XMLHttpRequest) {
  const headers = request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter(Boolean)
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  return new Response(request.responseText, { status: request.status, headers })
}
