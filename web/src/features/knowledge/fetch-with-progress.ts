/** Returns a `fetch` that reports how much of the body was sent (0 to 1), which the built-in one cannot. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', String(input))
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('The server could not be reached')))
      request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(typeof init?.body === 'string' ? init.body : null)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.responseText, { status: request.status, headers })
}
