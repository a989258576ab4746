/**
 * Sends as many requests as a server answers, over kept-alive connections. Responses are barely parsed, so that the
 * server is measured: a client that parses HTTP fully takes as long as the server.
 */
import { connect, type Socket } from 'node:net'

export type Load = {
  perSecond: number
  /** Milliseconds. */
  p99: number
}

const CONNECTIONS = 50

/** Requests `url`, whose responses must all have the same body, for `seconds`. */
export async function load(url: string, seconds: number): Promise<Load> {
  const { hostname, port, pathname, host } = new URL(url)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`, 'latin1')
  const end = await endOfAnswer(hostname, Number(port), request)
  const tookMs: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = await connected(hostname, Number(port))
      await new Promise<void>((resolve, reject) => {
        let askedAt = performance.now()
        socket.on('data', (part) => {
          if (!part.subarray(-end.length).equals(end)) return
          const now = performance.now()
          tookMs.push(now - askedAt)
          if (now >= until) return resolve()
          askedAt = now
          socket.write(request)
        })
        socket.on('error', reject)
        socket.on('close', () => reject(new Error(`${url} closes connections`)))
        socket.write(request)
      })
      socket.destroy()
    }),
  )
  const perSecond = (tookMs.length / (performance.now() - startedAt)) * 1_000
  tookMs.sort((a, b) => a - b)
  return { perSecond, p99: tookMs[Math.floor(tookMs.length * 0.99)] ?? 0 }
}

/** The last bytes of a response: nothing follows them until the next request. */
async function endOfAnswer(hostname: string, port: number, request: Buffer): Promise<Buffer> {
  const socket = await connected(hostname, port)
  let answer = ''
  socket.setEncoding('latin1').write(request)
  for await (const part of socket) {
    answer += part
    const head = answer.indexOf('\r\n\r\n')
    const body = Number(/^content-length: (\d+)$/im.exec(answer.slice(0, head))?.[1])
    const whole = head + 4 + body
    if (head > 0 && answer.length >= whole) {
      socket.destroy()
      if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`answered with ${answer.slice(0, 200)}`)
      return Buffer.from(answer.slice(whole - 24, whole), 'latin1')
    }
  }
  throw new Error('the server closed the connection')
}

function connected(hostname: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => resolve(socket.setNoDelay()))
    socket.on('error', reject)
  })
}
