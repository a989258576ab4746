import type { EventStoreDBClient } from '@eventstore/db-client'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { startRead } from './event-store.calls.ts'
import { within } from './event-store.deadline.ts'

/**
 * Collects everything that a read returns; a missing stream returns nothing. Rejects when the server sends nothing for
 * `timeoutMs`, since reads have no deadline of their own.
 */
export async function collect(
  client: EventStoreDBClient,
  options: streams.ReadReq.Options,
  timeoutMs: number,
): Promise<streams.ReadResp[]> {
  const call = await within(timeoutMs, startRead(client, options))
  return new Promise((resolve, reject) => {
    const responses: streams.ReadResp[] = []
    const silence = setTimeout(() => {
      call.cancel()
      reject(new Error(`no answer within ${timeoutMs} ms`))
    }, timeoutMs)
    call.on('data', (response: streams.ReadResp) => {
      silence.refresh()
      if (response.hasEvent()) responses.push(response)
    })
    call.on('error', (error) => {
      clearTimeout(silence)
      reject(error)
    })
    call.on('end', () => {
      clearTimeout(silence)
      resolve(responses)
    })
  })
}
