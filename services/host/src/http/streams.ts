/** Streamed answers: server-sent events and text, with backpressure and orderly ends. */
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerSentEvent } from '@parley/kernel/handler.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Interval of the comment lines that keep proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000
/** A reader that accepts no data for this long is disconnected; one that is still there reconnects. */
const STALLED_MS = 5 * 60_000
/** Buffered characters above which the producer waits for the reader. */
const GATHERED_AT_MOST = 65_536

/**
 * Sends a stream of server-sent events. Events of the same tick are written together: a write for each word would be
 * expensive.
 */
export async function sendEvents(
  events: AsyncIterable<ServerSentEvent>,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = begin(answer, 'text/event-stream; charset=utf-8')
  const heartbeat = setInterval(() => raw.writableNeedDrain || raw.write(': still here\n\n'), HEARTBEAT_MS)
  let gathered = ''
  let writing: Promise<void> | undefined
  const write = async () => {
    await nextTurn()
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
    while (writing) await writing
    raw.end(gathered)
  }
  return answer
}

export async function sendText(
  text: AsyncIterable<string>,
  contentType: string,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = begin(answer, contentType)
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
  answer.raw.flushHeaders()
  return answer
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
