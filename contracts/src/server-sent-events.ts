/** Server-sent events over fetch, since EventSource supports neither POST nor a bearer token. */
import { createParser } from 'eventsource-parser'

export type ServerEvent = { event: string; data: string }

/** Yields the events of a `text/event-stream` body, however its bytes are split. Comments keep a connection alive. */
export function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  return eventsIn(textsOf(body))
}

/** Yields the events of a `text/event-stream`, however its text is split. */
export async function* eventsIn(texts: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  for await (const events of eventGroupsIn(texts)) yield* events
}

/** The same, with the events that a text completed together in one list, which is never empty. */
export async function* eventGroupsIn(texts: AsyncIterable<string>): AsyncGenerator<ServerEvent[]> {
  let read: ServerEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => read.push({ event: event ?? 'message', data }),
  })
  for await (const text of texts) {
    parser.feed(text)
    if (read.length === 0) continue
    const together = read
    read = []
    yield together
  }
}

async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
