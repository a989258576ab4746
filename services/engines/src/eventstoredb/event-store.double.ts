/** A double of EventStoreDB in the test's own process, built on the definitions that the client package ships. */

import { EventEmitter, once } from 'node:events'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  status,
} from '@grpc/grpc-js'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import { doubleLog, type LogEvent } from './event-store.double-log.ts'

/** Faults that the server simulates. */
export type Faults = {
  /** Maximum bytes of data in an append, summed over its events; nothing else counts. */
  maxAppendSize: number
  /** Calls are accepted and never answered. */
  stalled: boolean
  /** The request for its features fails. */
  featuresFail: boolean
  /** This many appends are refused with the name of another leader, at this port. */
  notLeader: { times: number; leaderPort: number }
  /** This many appends are written, but not answered. */
  lostAnswers: number
}

export type EventStoreDouble = {
  url: string
  port: number
  faults: Faults
  /** Takes over an event of another log, for logs that are too long to append. */
  copy(event: StoredEvent): void
  /** Events sent so far to anybody who reads. */
  sent(): number
  /** Closes every connection and refuses new ones; its events stay. */
  stop(): Promise<void>
  /** Listens on the same port again. */
  start(): Promise<void>
}

/** EventStoreDB's default. */
const MAX_APPEND_SIZE = 1_048_576

export async function startEventStoreDouble(): Promise<EventStoreDouble> {
  const faults: Faults = {
    maxAppendSize: MAX_APPEND_SIZE,
    stalled: false,
    featuresFail: false,
    notLeader: { times: 0, leaderPort: 0 },
    lostAnswers: 0,
  }
  const log = doubleLog()
  let server: Server | undefined
  let port = 0
  const start = async (): Promise<void> => {
    server = serverOf(log, faults)
    port = await listen(server, port)
  }
  await start()
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    faults,
    copy({ stream, id, type, data, metadata }) {
      const contentType = 'application/json'
      log.copy(stream, { id, type, contentType, data: Buffer.from(data), metadata: Buffer.from(metadata) })
    },
    sent: () => log.sent,
    start,
    async stop() {
      server?.forceShutdown()
    },
  }
}

function serverOf(log: ReturnType<typeof doubleLog>, faults: Faults): Server {
  const server = new Server({ 'grpc.max_receive_message_length': 20_000_000 })
  const appended = new EventEmitter().setMaxListeners(0)
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supportedMethods(faults) })
  const unsupported: handleUnaryCall<unknown, unknown> = (_, answer) =>
    answer({ code: status.UNIMPLEMENTED, details: 'not in this double' })
  server.addService(streamsGrpc.StreamsService, {
    read: reader(log, faults, appended),
    append: appender(log, faults, appended),
    delete: unsupported,
    tombstone: unsupported,
    batchAppend: (call: { destroy(error: Error): void }) => call.destroy(new Error('not in this double')),
  })
  return server
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
}

/** Lists batched appends, as real servers do. */
function supportedMethods(faults: Faults): handleUnaryCall<shared.Empty, features.SupportedMethods> {
  return (_, answer) => {
    if (faults.stalled) return
    if (faults.featuresFail) return answer({ code: status.INTERNAL, details: 'features are broken' })
    const batchAppend = new features.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName('batchappend')
    answer(
      null,
      new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList([batchAppend]),
    )
  }
}

function appender(
  log: ReturnType<typeof doubleLog>,
  faults: Faults,
  appended: EventEmitter,
): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    let options: streams.AppendReq.Options | undefined
    const messages: streams.AppendReq.ProposedMessage[] = []
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message) messages.push(message)
    })
    call.on('end', () => {
      if (faults.stalled || !options) return
      if (faults.notLeader.times > 0) {
        faults.notLeader.times -= 1
        return answer(
          exception('not-leader', {
            'leader-endpoint-host': '127.0.0.1',
            'leader-endpoint-port': `${faults.notLeader.leaderPort}`,
          }),
        )
      }
      const size = messages.reduce((sum, message) => sum + message.getData_asU8().length, 0)
      if (size > faults.maxAppendSize)
        return answer(
          exception(
            'maximum-append-size-exceeded',
            { 'maximum-append-size': `${faults.maxAppendSize}` },
            status.INVALID_ARGUMENT,
          ),
        )
      const stream = nameIn(options.getStreamIdentifier())
      const result = log.append(stream, expectedIn(options), messages.map(eventOf))
      appended.emit('appended')
      if (faults.lostAnswers > 0) {
        faults.lostAnswers -= 1
        return
      }
      answer(null, appendResponse(result))
    })
  }
}

function exception(name: string, details: Record<string, string>, code = status.NOT_FOUND) {
  const metadata = new Metadata()
  metadata.set('exception', name)
  for (const [key, value] of Object.entries(details)) metadata.set(key, value)
  return { code, details: name, metadata }
}

const expectedIn = (options: streams.AppendReq.Options): number =>
  options.hasNoStream() ? -1 : Number(options.getRevision())

function eventOf(message: streams.AppendReq.ProposedMessage) {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

function appendResponse(result: ReturnType<ReturnType<typeof doubleLog>['append']>): streams.AppendResp {
  if (result.ok) {
    const position = `${result.position}`
    return new streams.AppendResp().setSuccess(
      new streams.AppendResp.Success()
        .setCurrentRevision(`${result.revision}`)
        .setPosition(
          new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position),
        ),
    )
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (result.actual < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(`${result.actual}`)
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}

function reader(
  log: ReturnType<typeof doubleLog>,
  faults: Faults,
  appended: EventEmitter,
): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> {
  return async (call) => {
    const options = call.request.getOptions()
    if (faults.stalled || !options) return
    const ended = new AbortController()
    call.on('cancelled', () => ended.abort())
    call.on('close', () => ended.abort())
    const send = async (response: streams.ReadResp): Promise<void> => {
      if (!call.write(response)) await once(call, 'drain', { signal: ended.signal })
    }
    try {
      if (options.hasSubscription()) await subscription(log, options, send, appended, ended.signal)
      else await reading(log, options, send)
      call.end()
    } catch (error) {
      if (!ended.signal.aborted) call.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

type Send = (response: streams.ReadResp) => Promise<void>

async function reading(
  log: ReturnType<typeof doubleLog>,
  options: streams.ReadReq.Options,
  send: Send,
): Promise<void> {
  const count = Number(options.getCount())
  const stream = options.getStream()
  if (stream) {
    const name = nameIn(stream.getStreamIdentifier())
    const events = log.stream(name)
    if (!events) return send(new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound()))
    const from = stream.hasStart() ? 0 : Number(stream.getRevision())
    for (const event of events.slice(from, from + count)) await send(responseOf(event))
    return
  }
  const all = log.all()
  const from = options.getAll()?.getPosition()
  const position = Number(from?.getCommitPosition() ?? 0)
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
  const events = backwards
    ? all.filter((event) => !from || event.position < position).toReversed()
    : all.filter((event) => event.position >= position)
  for (const event of events.slice(0, count)) {
    log.sent += 1
    await send(responseOf(event))
  }
}

async function subscription(
  log: ReturnType<typeof doubleLog>,
  options: streams.ReadReq.Options,
  send: Send,
  appended: EventEmitter,
  signal: AbortSignal,
): Promise<void> {
  await send(
    new streams.ReadResp().setConfirmation(
      new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('1'),
    ),
  )
  const from = options.getAll()?.getPosition()
  const filter = options.getFilter()
  const wanted = new RegExp(filter?.getEventType()?.getRegex() ?? '')
  const window = (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1)
  const after = from ? Number(from.getCommitPosition()) : -1
  let searched = 0
  for (let next = log.all().findLastIndex(({ position }) => position <= after) + 1; !signal.aborted; ) {
    const event = log.all()[next]
    if (event) {
      next += 1
      if (wanted.test(event.type)) {
        log.sent += 1
        await send(responseOf(event))
      }
      if (filter && ++searched % window === 0) await send(checkpointAt(event.position))
    } else {
      await send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
      if (!log.all()[next]) await once(appended, 'appended', { signal })
    }
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

const nameIn = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
