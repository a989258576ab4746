import { describe, expect, it } from 'vitest'
import { readEvents } from './server-sent-events.ts'

function bodyOf(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      controller.close()
    },
  })
}

async function read(...chunks: (string | Uint8Array)[]) {
  const events = []
  for await (const event of readEvents(bodyOf(...chunks))) events.push(event)
  return events
}

const expected = [
  { event: 'delta', data: '{"text":"Grüße 👋"}' },
  { event: 'done', data: '{}' },
]
const text = 'event: delta\ndata: {"text":"Grüße 👋"}\n\nevent: done\ndata: {}\n\n'

describe('readEvents', () => {
  it('reads events', async () => {
    expect(await read(text)).toEqual(expected)
  })

  it('reads them however the bytes are split, also within a character or a line end', async () => {
    for (const ends of ['\n', '\r\n', '\r']) {
      const bytes = new TextEncoder().encode(text.replaceAll('\n', ends))
      for (let cut = 1; cut < bytes.length; cut++) {
        expect(await read(bytes.slice(0, cut), bytes.slice(cut))).toEqual(expected)
      }
      expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected)
    }
  })

  it('joins lines of data, ignores comments and unknown fields, uses the default name', async () => {
    expect(await read(': alive\n\nid: 4\nretry: 10\ndata: a\ndata:b\ndata\n\n')).toEqual([
      { event: 'message', data: 'a\nb\n' },
    ])
  })

  it('drops an incomplete event', async () => {
    expect(await read('event: delta\ndata: {"te')).toEqual([])
  })

  it('ignores a byte order mark', async () => {
    expect(await read('\uFEFFevent: done\ndata: {}\n\n')).toEqual([{ event: 'done', data: '{}' }])
  })

  it('cancels the stream when the reader stops early', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const event of readEvents(body)) {
      expect(event).toEqual(expected[0])
      break
    }
    expect(cancelled).toBe(true)
  })
})
