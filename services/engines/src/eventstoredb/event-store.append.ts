/** Appends of one call each, for servers without batches. */
import type { EventStoreDBClient } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { PlacedEvent } from '@parley/kernel/log/event-store.input.ts'
import type { Expected } from '@parley/kernel/log/event-store.ts'
import { identifierOf } from './event-store.calls.ts'

/** `stream` is its name on the server. */
export type Append = { stream: string; expected: Expected; events: readonly PlacedEvent[] }

/** As the server answered; it may leave out the position when an append is repeated. */
export type AppendAnswer =
  | { ok: true; revision: number; position: number | undefined }
  | { ok: false; actual: Expected }

/** Rejects with `DEADLINE_EXCEEDED` after `timeoutMs`; the outcome is then unknown. */
export function appendAlone(
  client: EventStoreDBClient,
  { stream, expected, events }: Append,
  timeoutMs: number,
): Promise<AppendAnswer> {
  const options = new streams.AppendReq.Options().setStreamIdentifier(identifierOf(stream))
  if (expected === 'none') options.setNoStream(new shared.Empty())
  else options.setRevision(`${expected}`)
  // biome-ignore-start lint/complexity/useLiteralKeys: they are protected
  return client['execute'](
    streamsGrpc.StreamsClient,
    'append',
    (service) =>
      new Promise((resolve, reject) => {
        const call = service.append(...client['callArguments']({ deadline: timeoutMs }), (error, response) =>
          error ? reject(error) : resolve(answerOf(response)),
        )
        call.on('error', reject)
        call.write(new streams.AppendReq().setOptions(options))
        for (const event of events)
          call.write(
            new streams.AppendReq().setProposedMessage(fill(new streams.AppendReq.ProposedMessage(), event)),
          )
        call.end()
      }),
  )
  // biome-ignore-end lint/complexity/useLiteralKeys: they are protected
}

/** Writes an event into a message of the protocol, its texts byte for byte. */
export function fill<
  Message extends streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage,
>(message: Message, { id, type, data, metadata }: PlacedEvent): Message {
  message
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  return message
}

function answerOf(response: streams.AppendResp): AppendAnswer {
  const wrong = response.getWrongExpectedVersion()
  if (wrong)
    return { ok: false, actual: wrong.hasCurrentRevision() ? Number(wrong.getCurrentRevision()) : 'none' }
  const success = response.getSuccess()
  if (!success) throw new Error('the server answered an append with neither success nor a conflict')
  return {
    ok: true,
    revision: Number(success.getCurrentRevision()),
    position: positionOf(success.getPosition()),
  }
}

export function positionOf(place: { getCommitPosition(): string } | undefined): number | undefined {
  const position = Number(place?.getCommitPosition() ?? Number.NaN)
  return Number.isSafeInteger(position) && position > 0 ? position : undefined
}
