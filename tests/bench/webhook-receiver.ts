/**
 * A customer's server for the benchmark of webhooks, in a process of its own: takes what is sent to it, at `/slow` after
 * three seconds, and says when asked what has arrived.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `at`: in ms since 1970, by the conversation, of what arrived at `/noted`. `body`: the last one. */
export type Arrived = { count: number; first: number; last: number; at: [string, number][]; body: string }

const SLOW_MS = 3_000
const nothing = (): Arrived => ({ count: 0, first: 0, last: 0, at: [], body: '' })
let arrived = nothing()

const server = createServer((request, response) => {
  // Of one part each, since they are short.
  request.on('data', (part: Buffer) => {
    if (request.url === '/slow') return
    arrived.body = part.toString()
    if (request.url !== '/noted') return
    arrived.at.push([/"conversationId":"([^"]+)"/.exec(arrived.body)?.[1] ?? '', nowMs()])
  })
  request.on('end', () => {
    if (request.url === '/slow') return void setTimeout(() => response.writeHead(204).end(), SLOW_MS)
    arrived.count++
    arrived.last = nowMs()
    if (arrived.count === 1) arrived.first = arrived.last
    response.writeHead(204).end()
  })
})

process.on('message', (asked: 'count' | 'take') => {
  if (asked === 'count') return process.send?.({ ...arrived, at: [] })
  process.send?.(arrived)
  arrived = nothing()
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
