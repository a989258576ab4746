/**
 * A double of EventStoreDB in the test's own process, built on the definitions that the client package ships. It behaves
 * as the real server was measured to behave; `event-store.double.test.ts` has a test for each line of that.
 */

import { EventEmitter } from 'node:events'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type handleUnaryCall, type Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { appender, batchAppender, exception, LARGEST_CALL, nameIn } from './event-store.double-append.ts'
import { type DoubleLog, doubleLog, type Proposed } from './event-store.double-log.ts'
import { reader } from './event-store.double-read.ts'

/** Faults that the server simulates. */
export type Faults = {
  /** Maximum bytes of data in an append, summed over its events; nothing else counts. */
  maxAppendSize: number
  /** Calls are accepted and never answered, also later. */
  stalled: boolean
  /** Whether the server knows batched appends. */
  batches: boolean
  /** The request for its features fails. */
  featuresFail: boolean
  /** This many appends are refused with the name of another leader, at this port. */
  notLeader: { times: number; leaderPort: number }
  /** This many appends are written, but not answered. */
  lostAnswers: number
  /** The server asks for this user and password. */
  credentials: string | undefined
  /** How long an append takes to be written, in ms. Parts of them, which timers can't tell, keep the process busy. */
  writeMs: number
}

export type EventStoreDouble = {
  url: string
  port: number
  faults: Faults
  /** Takes over an event of another log, for logs that are too long to append. */
  copy(event: StoredEvent): void
  /** Writes what somebody else writes into the server: any bytes in any stream. */
  write(stream: string, event: { type: string; data: Uint8Array; isJson?: boolean }): void
  /** Deletes a stream; one that is deleted softly may go on. */
  delete(stream: string, how: 'softly' | 'for good'): void
  /** Keeps the newest events of a stream alone, as `$maxCount` does. */
  keepNewest(stream: string, maxCount: number): void
  /** The names of all streams but the server's own, sorted. */
  streams(): string[]
  /** Events sent so far to anybody who reads. */
  sent(): number
  /** Accepts calls and answers nothing until `thaw`, as a stopped process does; then everything goes on. */
  freeze(): void
  thaw(): void
  /** Answers that wait for `thaw`. */
  held(): number
  /** Closes every connection and refuses new ones; its events stay. */
  stop(): Promise<void>
  /** Listens on the same port again. */
  start(): Promise<void>
}

/** What the parts of the server share. */
export type DoubleServer = {
  log: DoubleLog
  faults: Faults
  appended: EventEmitter
  /** Resolves when the server is not frozen. */
  answering(): Promise<void>
  /** Resolves when an append has been written. */
  written(): Promise<void>
  /** The error for a caller who may not call. */
  denied(metadata: Metadata): ReturnType<typeof exception> | undefined
}

/** EventStoreDB's default. */
const MAX_APPEND_SIZE = 1_048_576

export const noFaults = (): Faults => ({
  maxAppendSize: MAX_APPEND_SIZE,
  stalled: false,
  batches: true,
  featuresFail: false,
  notLeader: { times: 0, leaderPort: 0 },
  lostAnswers: 0,
  credentials: undefined,
  writeMs: 0,
})

export async function startEventStoreDouble({ port: wanted = 0 } = {}): Promise<EventStoreDouble> {
  const faults = noFaults()
  const log = doubleLog()
  const appended = new EventEmitter().setMaxListeners(0)
  let thawing: { promise: Promise<void>; resolve(): void } | undefined
  let held = 0
  const shared: DoubleServer = {
    log,
    faults,
    appended,
    async answering() {
      if (!thawing) return
      held += 1
      await thawing.promise
      held -= 1
    },
    async written() {
      if (faults.writeMs > 0) await exactly(faults.writeMs)
    },
    denied: (metadata) => deniedBy(faults, metadata),
  }
  let server: Server | undefined
  let port = wanted
  const start = async (): Promise<void> => {
    server = serverOf(shared)
    port = await listen(server, port)
  }
  await start()
  const write = (stream: string, event: Proposed): void => {
    log.copy(stream, event)
    appended.emit('appended')
  }
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    faults,
    copy({ stream, id, type, data, metadata }) {
      const contentType = 'application/json'
      log.copy(stream, { id, type, contentType, data: Buffer.from(data), metadata: Buffer.from(metadata) })
    },
    write(stream, { type, data, isJson = true }) {
      const contentType = isJson ? 'application/json' : 'application/octet-stream'
      const id = crypto.randomUUID()
      write(stream, { id, type, contentType, data, metadata: Buffer.from('not even JSON') })
    },
    delete: log.delete,
    keepNewest: log.keepNewest,
    streams: () =>
      [...new Set(log.all().map(({ stream }) => stream))].filter((name) => !name.startsWith('$')).sort(),
    sent: () => log.sent,
    freeze() {
      thawing ??= Promise.withResolvers()
    },
    thaw() {
      thawing?.resolve()
      thawing = undefined
    },
    held: () => held,
    start,
    async stop() {
      server?.forceShutdown()
    },
  }
}

async function exactly(ms: number): Promise<void> {
  if (Number.isInteger(ms)) return delay(ms)
  const until = performance.now() + ms
  while (performance.now() < until) await nextTurn()
}

function serverOf(shared: DoubleServer): Server {
  const server = new Server({ 'grpc.max_receive_message_length': LARGEST_CALL })
  const { log } = shared
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supportedMethods(shared) })
  server.addService(streamsGrpc.StreamsService, {
    read: reader(shared),
    append: appender(shared),
    delete: deletion<streams.DeleteReq>((stream) => log.delete(stream, 'softly'), new streams.DeleteResp()),
    tombstone: deletion<streams.TombstoneReq>(
      (stream) => log.delete(stream, 'for good'),
      new streams.TombstoneResp(),
    ),
    batchAppend: batchAppender(shared),
  })
  return server
}

function deletion<Request extends streams.DeleteReq | streams.TombstoneReq>(
  apply: (stream: string) => void,
  response: object,
): handleUnaryCall<Request, object> {
  return ({ request }, answer) => {
    apply(nameIn(request.getOptions()?.getStreamIdentifier()))
    answer(null, response)
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
}

/** Without credentials code 7, with wrong ones code 16. */
function deniedBy({ credentials }: Faults, metadata: Metadata) {
  if (credentials === undefined) return undefined
  const [given] = metadata.get('authorization')
  if (given === undefined) return exception('access-denied', {}, status.PERMISSION_DENIED)
  const right = `Basic ${Buffer.from(credentials).toString('base64')}`
  return given === right ? undefined : exception('not-authenticated', {}, status.UNAUTHENTICATED)
}

/** Lists batched appends, as servers since 21.10 do. */
function supportedMethods(server: DoubleServer): handleUnaryCall<shared.Empty, features.SupportedMethods> {
  const { faults } = server
  return async (_, answer) => {
    await server.answering()
    if (faults.stalled) return
    if (faults.featuresFail) return answer({ code: status.INTERNAL, details: 'features are broken' })
    const batchAppend = new features.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName('batchappend')
    answer(
      null,
      new features.SupportedMethods()
        .setEventStoreServerVersion('23.10.7')
        .setMethodsList(faults.batches ? [batchAppend] : []),
    )
  }
}
