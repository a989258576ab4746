/**
 * The calls of the protocol `event_store.client.streams` that Parley makes, over the client's channel. The package's own
 * reads can't be filtered and parse the content of every event, of others too.
 */
import type { EventStoreDBClient } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientReadableStream } from '@grpc/grpc-js'

const { Options } = streams.ReadReq

export type ReadCall = ClientReadableStream<streams.ReadResp>

/** Only events whose stream has this prefix, or whose type is one of these. */
export type Filter = { prefix: string } | { types: readonly string[] } | 'without the server’s own'

/** Events that the server searches, without finding one, before it says how far it is. */
const SEARCHED = 1_000

/** Starts a call of `Read`; it has no deadline, so whoever reads it has to notice silence. */
export function startRead(client: EventStoreDBClient, options: streams.ReadReq.Options): Promise<ReadCall> {
  options.setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
  const request = new streams.ReadReq().setOptions(options)
  // biome-ignore-start lint/complexity/useLiteralKeys: they are protected
  const start = client['GRPCStreamCreator'](streamsGrpc.StreamsClient, 'read', (service) =>
    service.read(request, ...client['callArguments']({}, { deadline: Number.POSITIVE_INFINITY })),
  )
  // biome-ignore-end lint/complexity/useLiteralKeys: they are protected
  return start()
}

export function ofStream(stream: string, from: number, count: number): streams.ReadReq.Options {
  const one = new Options.StreamOptions().setStreamIdentifier(identifierOf(stream)).setRevision(`${from}`)
  return new Options().setStream(one).setCount(`${count}`).setNoFilter(new shared.Empty())
}

/** At most `count` events of all streams from a position on; backwards from the end without one. */
export function ofAll(
  filter: Filter,
  { from, count, backwards = false }: { from?: number; count: number; backwards?: boolean },
): streams.ReadReq.Options {
  const { FORWARDS, BACKWARDS } = Options.ReadDirection
  const all = from === undefined ? new Options.AllOptions().setEnd(new shared.Empty()) : beginningAt(from)
  return new Options()
    .setAll(all)
    .setReadDirection(backwards ? BACKWARDS : FORWARDS)
    .setCount(`${count}`)
    .setFilter(filterOptions(filter))
}

/** A subscription to all streams: the events after a position, then live ones, and checkpoints in between. */
export function following(filter: Filter, after: number): streams.ReadReq.Options {
  return new Options()
    .setAll(beginningAt(after))
    .setSubscription(new Options.SubscriptionOptions())
    .setFilter(filterOptions(filter))
}

export function identifierOf(stream: string): shared.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
}

function beginningAt(position: number): streams.ReadReq.Options.AllOptions {
  if (position < 0) return new Options.AllOptions().setStart(new shared.Empty())
  return new Options.AllOptions().setPosition(
    new Options.Position().setCommitPosition(`${position}`).setPreparePosition(`${position}`),
  )
}

function filterOptions(filter: Filter): streams.ReadReq.Options.FilterOptions {
  const options = new Options.FilterOptions().setMax(SEARCHED).setCheckpointintervalmultiplier(1)
  const { Expression } = Options.FilterOptions
  if (filter === 'without the server’s own')
    return options.setEventType(new Expression().setRegex('^[^\\$].*'))
  return 'prefix' in filter
    ? options.setStreamIdentifier(new Expression().setPrefixList([filter.prefix]))
    : options.setEventType(new Expression().setRegex(`^(${filter.types.join('|')})$`))
}
