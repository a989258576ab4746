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
export type Result =
  | { ok: true; revision: number; position: number }
  | { ok: false; actual: number }
  | { ok: false; deleted: true }

export type DoubleLog = ReturnType<typeof doubleLog>

/** The server writes an event of its own after this many appends. */
const OWN_EVENT_EVERY = 3

type Stream = { events: LogEvent[]; deleted?: 'softly' | 'for good'; readableFrom: number; maxCount?: number }

/**
 * `expected` and `actual` are -1 for a stream that does not exist; `expected` is 'any' for no expectation. Positions have
 * gaps, like offsets in a file.
 */
export function doubleLog() {
  const all: LogEvent[] = []
  const streams = new Map<string, Stream>()
  let appends = 0
  let offset = 0

  const streamOf = (name: string): Stream => {
    const stream = streams.get(name) ?? { events: [], readableFrom: 0 }
    streams.set(name, stream)
    return stream
  }
  const write = (name: string, proposed: Proposed): LogEvent => {
    const { events } = streamOf(name)
    const event = { ...proposed, stream: name, revision: events.length, position: offset }
    offset += 90 + proposed.data.length + proposed.metadata.length
    events.push(event)
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
    /** What can be read of a stream; undefined where there is none. Throws `StreamDeleted`. */
    stream(name: string): readonly LogEvent[] | undefined | 'deleted' {
      const stream = streams.get(name)
      if (stream?.deleted === 'for good') return 'deleted'
      if (!stream || stream.deleted === 'softly') return undefined
      const { events, readableFrom, maxCount = events.length } = stream
      return events.slice(Math.max(readableFrom, events.length - maxCount))
    },
    delete(name: string, deleted: 'softly' | 'for good'): void {
      Object.assign(streamOf(name), { deleted, readableFrom: streamOf(name).events.length })
    },
    keepNewest(name: string, maxCount: number): void {
      Object.assign(streamOf(name), { maxCount })
    },
    append(name: string, expected: number | 'any', proposed: Proposed[]): Result {
      const stream = streamOf(name)
      const { events } = stream
      if (stream.deleted === 'for good') return { ok: false, deleted: true }
      const actual = events.length - 1
      const begin =
        expected === 'any' ? events.findIndex(({ id }) => id === proposed[0]?.id) : Number(expected) + 1
      const isNext =
        begin === events.length || (expected === -1 && stream.deleted === 'softly') || expected === 'any'
      if (expected === 'any' ? begin >= 0 : !isNext) {
        const earlier = events.slice(begin, begin + proposed.length)
        const last = earlier.at(-1)
        const repeated =
          earlier.length === proposed.length && earlier.every(({ id }, at) => id === proposed[at]?.id)
        return last && repeated
          ? { ok: true, revision: last.revision, position: last.position }
          : { ok: false, actual }
      }
      delete stream.deleted
      appends += 1
      if (appends % OWN_EVENT_EVERY === 0) writeOwn()
      const written = proposed.map((event) => write(name, event))
      return {
        ok: true,
        revision: written.at(-1)?.revision ?? actual,
        position: written.at(-1)?.position ?? 0,
      }
    },
  }
}
