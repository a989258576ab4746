/** How the EventStoreDB double answers readings and subscriptions. */
import { once } from 'node:events'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type handleServerStreamingCall, status } from '@grpc/grpc-js'
import type { DoubleServer } from './event-store.double.ts'
import { exception, nameIn } from './event-store.double-append.ts'
import type { LogEvent } from './event-store.double-log.ts'

type Send = (response: streams.ReadResp) => Promise<void>

export function reader(server: DoubleServer): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> {
  return async (call) => {
    const options = call.request.getOptions()
    const denied = server.denied(call.metadata)
    if (denied) return void call.emit('error', denied)
    await server.answering()
    if (server.faults.stalled || !options) return
    const ended = new AbortController()
    call.on('cancelled', () => ended.abort())
    call.on('close', () => ended.abort())
    const send: Send = async (response) => {
      await server.answering()
      if (ended.signal.aborted) throw new Error('the call has ended')
      if (!call.write(response)) await once(call, 'drain', { signal: ended.signal })
    }
    try {
      if (options.hasSubscription()) await subscription(server, options, send, ended.signal)
      else if ((await reading(server, options, send)) === 'deleted')
        return void call.emit('error', streamDeleted(options))
      call.end()
    } catch (error) {
      if (!ended.signal.aborted) call.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function streamDeleted(options: streams.ReadReq.Options) {
  const name = nameIn(options.getStream()?.getStreamIdentifier())
  return exception('stream-deleted', { 'stream-name': name }, status.FAILED_PRECONDITION)
}

async function reading(
  { log }: DoubleServer,
  options: streams.ReadReq.Options,
  send: Send,
): Promise<'deleted' | undefined> {
  const count = Number(options.getCount())
  const stream = options.getStream()
  if (stream) {
    const name = nameIn(stream.getStreamIdentifier())
    const events = log.stream(name)
    if (events === 'deleted') return events
    if (!events) {
      await send(new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound()))
      return undefined
    }
    const from = stream.hasStart() ? 0 : Number(stream.getRevision())
    const wanted = events.filter(({ revision }) => revision >= from).slice(0, count)
    for (const event of wanted) await send(responseOf(event))
    return undefined
  }
  const from = options.getAll()?.getPosition()
  const position = Number(from?.getCommitPosition() ?? 0)
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
  const all = log.all()
  const isWanted = wantedBy(options)
  // Found step by step: a copy of a long log for each page would take longer than the page.
  for (
    let [at, left] = [backwards ? all.length - 1 : firstFrom(all, position), count];
    left > 0 && at >= 0 && at < all.length;
    at += backwards ? -1 : 1
  ) {
    const event = all[at]
    if (!event || (backwards && from && event.position >= position) || !isWanted(event)) continue
    left -= 1
    log.sent += 1
    await send(responseOf(event))
  }
  return undefined
}

/** Returns the index of the first event at a position or after it. */
function firstFrom(all: readonly LogEvent[], position: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((all[middle]?.position ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

async function subscription(
  { log, appended }: DoubleServer,
  options: streams.ReadReq.Options,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  await send(
    new streams.ReadResp().setConfirmation(
      new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('1'),
    ),
  )
  const from = options.getAll()?.getPosition()
  const filter = options.getFilter()
  const isWanted = wantedBy(options)
  const window = (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1)
  let searched = 0
  let next = from ? firstFrom(log.all(), Number(from.getCommitPosition()) + 1) : 0
  for (let isLive = false; !signal.aborted; ) {
    const event = log.all()[next]
    if (event) {
      next += 1
      if (isWanted(event)) {
        log.sent += 1
        await send(responseOf(event))
      }
      if (filter && ++searched % window === 0) await send(checkpointAt(event.position))
    } else {
      if (!isLive) await send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
      isLive = true
      if (!log.all()[next]) await once(appended, 'appended', { signal })
    }
  }
}

function wantedBy(options: streams.ReadReq.Options): (event: LogEvent) => boolean {
  const filter = options.getFilter()
  const [names, types] = [filter?.getStreamIdentifier(), filter?.getEventType()]
  const expression = names ?? types
  if (!expression) return () => true
  const pattern = expression.getRegex() === '' ? undefined : new RegExp(expression.getRegex())
  const prefixes = expression.getPrefixList()
  return (event) => {
    const text = names ? event.stream : event.type
    return pattern ? pattern.test(text) : prefixes.some((prefix) => text.startsWith(prefix))
  }
}

const checkpointAt = (position: number): streams.ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(`${position}`).setPreparePosition(`${position}`),
  )

function responseOf(event: LogEvent): streams.ReadResp {
  const position = `${event.position}`
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
    .setStreamRevision(`${event.revision}`)
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '0')
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  )
}
