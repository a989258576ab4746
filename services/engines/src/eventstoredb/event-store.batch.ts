/**
 * Appends over one long call of `BatchAppend`, a third of the cost of a call for each. The package's own batches have no
 * deadline, share one list of waiting appends among all clients of a process, and remember a failed request for the
 * server's features; so the protocol is spoken here.
 */
import { randomUUID } from 'node:crypto'
import {
  AccessDeniedError,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  StreamDeletedError,
} from '@eventstore/db-client'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type statuses from '@eventstore/db-client/generated/status_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ClientDuplexStream, status } from '@grpc/grpc-js'
import { type Append, type AppendAnswer, fill, positionOf } from './event-store.append.ts'
import { identifierOf } from './event-store.calls.ts'

const UNREACHABLE = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]

type Call = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>
type Waiting = {
  stream: string
  resolve(answer: AppendAnswer): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}
type Batches = { call: Call; waiting: Map<string, Waiting> }

export type BatchAppends = {
  /** Whether the server of a client takes batches; asked again later where it could not say. */
  supportedBy(client: EventStoreDBClient, timeoutMs: number): Promise<boolean>
  /** Rejects after `timeoutMs`, or when the call ends; the outcome is then unknown. */
  append(client: EventStoreDBClient, append: Append, timeoutMs: number): Promise<AppendAnswer>
}

export function createBatchAppends(): BatchAppends {
  const supported = new WeakMap<EventStoreDBClient, boolean>()
  const opened = new WeakMap<EventStoreDBClient, Promise<Batches>>()
  return {
    async supportedBy(client, timeoutMs) {
      const known = supported.get(client) ?? (await takesBatches(client, timeoutMs))
      if (known !== undefined) supported.set(client, known)
      return known ?? false
    },
    async append(client, append, timeoutMs) {
      let batches = opened.get(client)
      if (!batches) {
        const opening = open(client, () => {
          if (opened.get(client) === opening) opened.delete(client)
        })
        opening.catch(() => opened.delete(client))
        opened.set(client, opening)
        batches = opening
      }
      return send(await batches, append, timeoutMs)
    },
  }
}

/** Throws if the server can't be reached; undefined if it could not say. */
async function takesBatches(client: EventStoreDBClient, timeoutMs: number): Promise<boolean | undefined> {
  // biome-ignore-start lint/complexity/useLiteralKeys: they are protected
  const methods = await client['execute'](
    featuresGrpc.ServerFeaturesClient,
    'features',
    (service) =>
      new Promise<string[] | undefined>((resolve, reject) => {
        const [metadata, options] = client['callArguments']({ deadline: timeoutMs })
        service.getSupportedMethods(new shared.Empty(), metadata, options, (error, features) => {
          if (error && UNREACHABLE.includes(error.code)) return reject(error)
          // A server that is too old for this request is too old for batches.
          if (error) return resolve(error.code === status.UNIMPLEMENTED ? [] : undefined)
          const named = features?.getMethodsList() ?? []
          resolve(named.map((method) => `${method.getServiceName()}/${method.getMethodName()}`.toLowerCase()))
        })
      }),
  )
  // biome-ignore-end lint/complexity/useLiteralKeys: they are protected
  return methods?.includes('event_store.client.streams.streams/batchappend')
}

/** Opens the call of a client. When it ends, all that wait for an answer are told, and the next append opens another. */
async function open(client: EventStoreDBClient, onEnd: () => void): Promise<Batches> {
  const waiting = new Map<string, Waiting>()
  // biome-ignore-start lint/complexity/useLiteralKeys: they are protected
  const start = client['GRPCStreamCreator'](streamsGrpc.StreamsClient, 'batchAppend', (service) =>
    service.batchAppend(...client['callArguments']({}, { deadline: Number.POSITIVE_INFINITY })),
  )
  // biome-ignore-end lint/complexity/useLiteralKeys: they are protected
  const call = await start()
  call.on('data', (response: streams.BatchAppendResp) => {
    const id = idOf(response.getCorrelationId())
    // One that came after its deadline is not waited for any more.
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    clearTimeout(one.timer)
    settle(one, response)
  })
  const end = (error: unknown): void => {
    onEnd()
    for (const one of waiting.values()) {
      clearTimeout(one.timer)
      one.reject(error)
    }
    waiting.clear()
  }
  call.on('error', end)
  call.on('end', () => end(new Error('the server ended the call of batched appends')))
  return { call, waiting }
}

/**
 * The request has no deadline of its own: the server's time to write (2 s by default) holds, while the protocol's is a
 * point in time by the client's clock, so that a clock which is late would refuse everything.
 */
function send(
  { call, waiting }: Batches,
  { stream, expected, events }: Append,
  timeoutMs: number,
): Promise<AppendAnswer> {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifierOf(stream))
  if (expected === 'none') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(`${expected}`)
  const id = randomUUID()
  const request = new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(events.map((event) => fill(new streams.BatchAppendReq.ProposedMessage(), event)))
    .setIsFinal(true)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(id)
      reject(new Error(`no answer within ${timeoutMs} ms`))
    }, timeoutMs)
    waiting.set(id, { stream, resolve, reject, timer })
    call.write(request)
  })
}

function settle({ stream, resolve, reject }: Waiting, response: streams.BatchAppendResp): void {
  const success = response.getSuccess()
  const error = response.getError()
  const wrong = error && detail(error, 'WrongExpectedVersion', shared.WrongExpectedVersion.deserializeBinary)
  if (success) {
    const revision = Number(success.getCurrentRevision())
    resolve({ ok: true, revision, position: positionOf(success.getPosition()) })
  } else if (wrong) {
    const hasEvents = wrong.hasCurrentStreamRevision()
    resolve({ ok: false, actual: hasEvents ? Number(wrong.getCurrentStreamRevision()) : 'none' })
  } else reject(errorOf(error, stream))
}

/** Returns the error that a single append would have failed with. */
function errorOf(error: statuses.Status | undefined, stream: string): Error {
  if (!error) return new Error('the server answered an append with neither success nor an error')
  const size = detail(error, 'MaximumAppendSizeExceeded', shared.MaximumAppendSizeExceeded.deserializeBinary)
  if (size) return new MaxAppendSizeExceededError(undefined, size.getMaxappendsize())
  if (detail(error, 'StreamDeleted', shared.StreamDeleted.deserializeBinary))
    return new StreamDeletedError(undefined, stream)
  if (detail(error, 'AccessDenied', shared.AccessDenied.deserializeBinary)) return new AccessDeniedError()
  const code: number = error.getCode()
  return Object.assign(new Error(error.getMessage() || 'the server refused an append'), { code })
}

function detail<Message>(
  error: statuses.Status,
  name: string,
  parse: (bytes: Uint8Array) => Message,
): Message | undefined {
  const details = error.getDetails()
  if (details?.getTypeName() !== `event_store.client.${name}`) return undefined
  return parse(details.getValue_asU8())
}

/** Returns an id as text; the server writes its own answers, such as a timeout, with its two halves as numbers. */
function idOf(id: shared.UUID | undefined): string {
  const halves = id?.getStructured()
  if (!halves) return id?.getString() ?? ''
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
