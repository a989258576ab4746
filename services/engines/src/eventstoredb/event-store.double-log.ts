/** The log of the EventStoreDB double, in memory, with events of the server itself in between. */

export type LogEvent = {
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
  stream: string
  revision: number
  position: number
}
export type Proposed = Pick<LogEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
export type Result = { ok: true; revision: number; position: number } | { ok: false; actual: number }

/** The server writes an event of its own after this many appends. */
const OWN_EVENT_EVERY = 3

/** `expected` and `actual` are -1 for a stream that does not exist. Positions have gaps, like offsets in a file. */
export function doubleLog() {
  const all: LogEvent[] = []
  const streams = new Map<string, LogEvent[]>()
  let appends = 0
  let offset = 0

  const write = (stream: string, proposed: Proposed): LogEvent => {
    const events = streams.get(stream) ?? []
    const event = { ...proposed, stream, revision: events.length, position: offset }
    offset += 90 + proposed.data.length + proposed.metadata.length
    events.push(event)
    streams.set(stream, events)
    all.push(event)
    return event
  }
  const writeOwn = (): void => {
    const own = { contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.from('') }
    const id = '00000000-0000-4000-8000-000000000000'
    write('$stats-127.0.0.1:2113', { id, type: '$statsCollected', ...own })
    write('$$test', { id, type: '$metadata', ...own })
    write('$ce-test', { id, type: '$>', ...own, contentType: 'application/octet-stream' })
    // A projection of the server may write an ordinary-looking event into one of the server's streams.
    write('$projections-test', { id, type: 'Checkpoint', ...own })
  }
  writeOwn()

  return {
    /** Events that the server has sent from the whole log. */
    sent: 0,
    all: (): readonly LogEvent[] => all,
    /** Stores an event that another log has, without events of the server in between. */
    copy(stream: string, event: Proposed): void {
      write(stream, event)
    },
    stream: (name: string): readonly LogEvent[] | undefined => streams.get(name),
    append(stream: string, expected: number, proposed: Proposed[]): Result {
      const events = streams.get(stream) ?? []
      const actual = events.length - 1
      if (expected !== actual) {
        const earlier = events.slice(expected + 1, expected + 1 + proposed.length)
        const last = earlier.at(-1)
        const repeated =
          earlier.length === proposed.length && earlier.every(({ id }, at) => id === proposed[at]?.id)
        return last && repeated
          ? { ok: true, revision: last.revision, position: last.position }
          : { ok: false, actual }
      }
      appends += 1
      if (appends % OWN_EVENT_EVERY === 0) writeOwn()
      const written = proposed.map((event) => write(stream, event))
      return {
        ok: true,
        revision: written.at(-1)?.revision ?? actual,
        position: written.at(-1)?.position ?? 0,
      }
    },
  }
}
