import { type StreamingRead, StreamNotFoundError } from '@eventstore/db-client'

/**
 * Collects everything that a read returns; a missing stream returns nothing. Rejects when the server sends nothing for
 * `timeoutMs`, since reads have no deadline of their own.
 */
export function collect<Item>(reading: StreamingRead<Item>, timeoutMs: number): Promise<Item[]> {
  return new Promise((resolve, reject) => {
    const items: Item[] = []
    const silence = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    const fail = (error: unknown): void => {
      clearTimeout(silence)
      reading.cancel().catch(() => undefined)
      if (error instanceof StreamNotFoundError) resolve([])
      else reject(error)
    }
    reading.on('data', (item: Item) => {
      items.push(item)
      silence.refresh()
    })
    reading.on('error', fail)
    reading.on('end', () => {
      clearTimeout(silence)
      resolve(items)
    })
  })
}
