/** Calls at hosts that have no address, such as agencies' domains: the connection names them. */
import { request } from 'node:http'
import { CSRF_HEADER } from '@parley/contracts/client.ts'

export type SentAtHost = { headers?: Record<string, string>; body?: string | undefined }
/** `headers`: with their names, as they came. */
export type GotAtHost = { status: number; text: string; headers: string; cookies: string[] }

/** `url`: of the server. `body`: JSON. Of an endless answer, what comes first. */
export function callAtHost(
  url: string,
  host: string,
  method: string,
  path: string,
  { headers = {}, body }: SentAtHost = {},
): Promise<GotAtHost> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = {
      ...{ host, accept: 'application/json' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { [CSRF_HEADER]: '1' }),
      ...headers,
    }
    const asked = request({ hostname, port, path, method, headers: sent }, (response) => {
      let text = ''
      const got = () =>
        resolve({
          ...{ status: response.statusCode ?? 0, text, headers: response.rawHeaders.join('\n') },
          cookies: response.headers['set-cookie'] ?? [],
        })
      const endless = response.headers['content-type']?.startsWith('text/event-stream')
      response.on('data', (piece) => {
        text += piece
        if (!endless) return
        got()
        asked.destroy()
      })
      response.on('end', got)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** What a proxy that has answered over HTTPS says of the caller. */
export const forwarded = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }
