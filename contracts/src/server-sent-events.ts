/** Server-sent events over fetch, since EventSource can neither post nor carry a bearer. */

export type ServerEvent = { event: string; data: string }

/** The events of a `text/event-stream` body, however its bytes are cut. Comments keep a connection alive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let buffer = ''
  let event = ''
  let data: string[] = []

  try {
    for (;;) {
      const { value, done } = await reader.read()
      buffer += decoder.decode(value, { stream: !done })
      let end = nextLineEnd(buffer, done)
      while (end) {
        const line = buffer.slice(0, end.at)
        buffer = buffer.slice(end.at + end.length)
        if (line === '') {
          if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
          event = ''
          data = []
        } else {
          const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
          if (field === 'event') event = value
          else if (field === 'data') data.push(value)
        }
        end = nextLineEnd(buffer, done)
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A CR at the very end may be half of a CRLF: it waits for what follows, unless nothing does. */
function nextLineEnd(buffer: string, last: boolean): { at: number; length: number } | undefined {
  const at = buffer.search(/[\r\n]/)
  if (at < 0) return undefined
  if (buffer[at] === '\n') return { at, length: 1 }
  if (at === buffer.length - 1) return last ? { at, length: 1 } : undefined
  return { at, length: buffer[at + 1] === '\n' ? 2 : 1 }
}
