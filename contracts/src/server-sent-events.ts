/** Server-sent events over fetch, since EventSource supports neither POST nor a bearer token. */
import { createParser } from 'eventsource-parser'

export type ServerEvent = { event: string; data: string }

/** Yields the events of a `text/event-stream` body, however its bytes are split. Comments keep a connection alive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let read: ServerEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => read.push({ event: event ?? 'message', data }),
  })

  try {
    for (;;) {
      const { value, done } = await reader.read()
      parser.feed(decoder.decode(value, { stream: !done }))
      yield* read
      if (done) return
      read = []
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
