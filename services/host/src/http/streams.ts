/** Streamed answers: server-sent events and text, with backpressure and orderly ends. */
import { once } from 'node:events'
import type { ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Interval of the comment lines that keep proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000
/** A reader that accepts no data for this long is disconnected; one that is still there reconnects. */
const STALLED_MS = 5 * 60_000
/** Buffered characters above which the producer waits for the reader. */
const GATHERED_AT_MOST = 65_536

/** Headers wait this long, in ms, for a first event, so that both are written together: most first events are quicker. */
const HEADERS_WITHIN_MS = 25

/**
 * Sends a stream of server-sent events. Events of the same tick are written together, the headers with the first ones
 * and the end with the last ones: each write is a call of the operating system.
 */
export async function sendEvents(
  events: AsyncIterable<ServerSentEvent>,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = begin(answer, 'text/event-stream; charset=utf-8')
  const heartbeat = setInterval(() => raw.writableNeedDrain || raw.write(': still here\n\n'), HEARTBEAT_MS)
  const headers = setTimeout(() => raw.flushHeaders(), HEADERS_WITHIN_MS)
  let gathered = ''
  let writing: Promise<void> | undefined
  const write = async () => {
    await endOfTick()
    // The end of the stream has written it.
    if (gathered === '') return
    clearTimeout(headers)
    const text = gathered
    gathered = ''
    if (!raw.write(text)) await drained(answer)
    writing = gathered === '' ? undefined : write()
  }
  try {
    for await (const { event, data } of events) {
      if (raw.destroyed) break
      gathered += `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      writing ??= write()
      if (gathered.length >= GATHERED_AT_MOST) await writing
    }
  } catch (error) {
    request.log.error({ err: error }, 'a stream ended early')
    gathered +=
      'event: error\ndata: {"code":"unexpected","message":"Something went wrong. Please try again."}\n\n'
  } finally {
    clearInterval(heartbeat)
    clearTimeout(headers)
    // What the reader may not accept at once is left to `write`, which waits for it.
    while (writing && (raw.writableNeedDrain || gathered.length > raw.writableHighWaterMark)) await writing
    const last = gathered
    gathered = ''
    raw.end(last)
  }
  return answer
}

export async function sendText(
  text: AsyncIterable<string | Uint8Array>,
  contentType: string,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = begin(answer, contentType)
  raw.flushHeaders()
  try {
    for await (const part of text) {
      if (raw.destroyed) break
      if (!raw.write(part)) await drained(answer)
    }
    raw.end()
  } catch (error) {
    request.log.error({ err: error }, 'a download ended early')
    raw.destroy()
  }
  return answer
}

function begin(answer: FastifyReply, contentType: string): FastifyReply {
  const headers = answer.getHeaders()
  answer.hijack()
  answer.raw.writeHead(200, {
    ...headers,
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  } as never)
  return answer
}

/** Resolves after all that follows at once from what happened; `setImmediate` would let every other request go first. */
function endOfTick(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

async function drained(answer: FastifyReply): Promise<void> {
  const { raw } = answer
  if (raw.destroyed) return
  const gone = new AbortController()
  const stalled = setTimeout(() => raw.destroy(), STALLED_MS)
  await Promise.race([
    once(raw, 'drain', { signal: gone.signal }).catch(() => undefined),
    once(raw, 'close', { signal: gone.signal }).catch(() => undefined),
  ])
  clearTimeout(stalled)
  gone.abort()
}
