/** How the EventStoreDB double takes appends: one call each, or batched over one call. */
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  Metadata,
  type ServerDuplexStream,
  status,
} from '@grpc/grpc-js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import type { DoubleServer } from './event-store.double.ts'
import type { Proposed, Result } from './event-store.double-log.ts'

type Message = streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage
type Attempt = { stream: string; expected: number | 'any'; messages: Message[] }
/** What came of an attempt; `unanswered`: the answer is lost, or the server does not answer. */
type Outcome = Result | { refused: ReturnType<typeof exception>; maxAppendSize?: number } | 'unanswered'

/** What a gRPC server reads of one call: metadata of all its events and more than their data. */
export const LARGEST_CALL = 17_000_000

export function appender(
  server: DoubleServer,
): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    let options: streams.AppendReq.Options | undefined
    const messages: streams.AppendReq.ProposedMessage[] = []
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message) messages.push(message)
    })
    call.on('end', async () => {
      const denied = server.denied(call.metadata)
      if (denied) return answer(denied)
      if (!options) return
      const stream = nameIn(options.getStreamIdentifier())
      const expected = options.hasAny() ? 'any' : options.hasNoStream() ? -1 : Number(options.getRevision())
      const outcome = await attempt(server, { stream, expected, messages })
      if (outcome === 'unanswered') return
      if ('refused' in outcome) return answer(outcome.refused)
      if ('deleted' in outcome)
        return answer(exception('stream-deleted', { 'stream-name': stream }, status.FAILED_PRECONDITION))
      answer(null, appendResponse(outcome))
    })
  }
}

export function batchAppender(
  server: DoubleServer,
): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> {
  return (call) => {
    const begun = new Map<string, Attempt>()
    call.on('data', async (request: streams.BatchAppendReq) => {
      const id = request.getCorrelationId()
      const key = id?.getString() ?? ''
      const options = request.getOptions()
      if (options) begun.set(key, attemptOf(options))
      const own = begun.get(key)
      if (!own) return
      own.messages.push(...request.getProposedMessagesList())
      if (!request.getIsFinal()) return
      begun.delete(key)
      const refuse = (code: number, message: string) => respond(call, id, own, failure(code, message))
      if (own.stream === '') return refuse(status.INVALID_ARGUMENT, 'Bad Request')
      const due = options?.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY
      if (due <= Date.now()) return refuse(status.DEADLINE_EXCEEDED, 'Timeout')
      const outcome = await attempt(server, own)
      if (outcome === 'unanswered') return
      // The real server gives up the whole call, too, when it is not the leader.
      if ('refused' in outcome && outcome.maxAppendSize === undefined)
        return void call.emit('error', outcome.refused)
      respond(call, id, own, answerOf(outcome, own))
    })
    call.on('end', () => call.end())
  }
}

/** In the real server's order: the size is refused while the events arrive, before a leader is asked for. */
async function attempt(server: DoubleServer, { stream, expected, messages }: Attempt): Promise<Outcome> {
  const { faults, log } = server
  await server.answering()
  if (faults.stalled) return 'unanswered'
  const size = messages.reduce((sum, message) => sum + message.getData_asU8().length, 0)
  if (size > faults.maxAppendSize) {
    const { maxAppendSize } = faults
    const details = { 'maximum-append-size': `${maxAppendSize}` }
    return {
      refused: exception('maximum-append-size-exceeded', details, status.INVALID_ARGUMENT),
      maxAppendSize,
    }
  }
  if (faults.notLeader.times > 0) {
    faults.notLeader.times -= 1
    const leader = {
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': `${faults.notLeader.leaderPort}`,
    }
    return { refused: exception('not-leader', leader) }
  }
  await server.written()
  const result = log.append(stream, expected, messages.map(proposedOf))
  server.appended.emit('appended')
  if (faults.lostAnswers === 0) return result
  faults.lostAnswers -= 1
  return 'unanswered'
}

export function exception(name: string, details: Record<string, string>, code = status.NOT_FOUND) {
  const metadata = new Metadata()
  metadata.set('exception', name)
  for (const [key, value] of Object.entries(details)) metadata.set(key, value)
  return { code, details: name, metadata }
}

function attemptOf(options: streams.BatchAppendReq.Options): Attempt {
  const expected = options.hasAny() ? 'any' : options.hasNoStream() ? -1 : Number(options.getStreamPosition())
  return { stream: nameIn(options.getStreamIdentifier()), expected, messages: [] }
}

function proposedOf(message: Message): Proposed {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

function appendResponse(result: Exclude<Result, { deleted: true }>): streams.AppendResp {
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

function respond(
  call: ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>,
  id: shared.UUID | undefined,
  { stream }: Attempt,
  response: streams.BatchAppendResp,
): void {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
  call.write(response.setCorrelationId(id).setStreamIdentifier(identifier))
}

function answerOf(outcome: Exclude<Outcome, 'unanswered'>, { stream }: Attempt): streams.BatchAppendResp {
  if ('refused' in outcome) {
    const size = new shared.MaximumAppendSizeExceeded().setMaxappendsize(outcome.maxAppendSize ?? 0)
    return failure(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded', [
      'MaximumAppendSizeExceeded',
      size,
    ])
  }
  if ('deleted' in outcome) {
    const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
    const deleted = new shared.StreamDeleted().setStreamIdentifier(identifier)
    return failure(status.FAILED_PRECONDITION, 'StreamDeleted', ['StreamDeleted', deleted])
  }
  if (!outcome.ok) {
    const wrong = new shared.WrongExpectedVersion()
    if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty())
    else wrong.setCurrentStreamRevision(`${outcome.actual}`)
    return failure(status.ALREADY_EXISTS, 'WrongExpectedVersion', ['WrongExpectedVersion', wrong])
  }
  const position = `${outcome.position}`
  return new streams.BatchAppendResp().setSuccess(
    new streams.BatchAppendResp.Success()
      .setCurrentRevision(`${outcome.revision}`)
      .setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position)),
  )
}

function failure(
  code: number,
  message: string,
  [name, details]: [string, { serializeBinary(): Uint8Array }] = ['Unknown', new shared.Unknown()],
): streams.BatchAppendResp {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), `event_store.client.${name}`)
  return new streams.BatchAppendResp().setError(
    new statuses.Status().setCode(code).setMessage(message).setDetails(packed),
  )
}

export const nameIn = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
