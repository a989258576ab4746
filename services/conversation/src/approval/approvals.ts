/**
 * Calls of tools that need a person's approval. The model asks for a call, its reply says that it waits, and a member of
 * the team decides. Then the visitor's message is answered once more: the approved call is made, and the agent tells the
 * outcome. What was decided and told is no longer kept.
 */
import type { ConversationEvent, Owner } from '@parley/contracts/conversation/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import type { Person } from '../conversation.outside-turns.ts'
import type { ConversationState, Fact, Started, VisitorMessage } from '../conversation.state.ts'

export type Approval = Pick<
  Fact<'ToolApprovalRequested'>,
  'approvalId' | 'inReplyTo' | 'toolId' | 'functionName' | 'name' | 'values' | 'toolVersion' | 'at'
> & {
  standing: 'pending' | Fact<'ToolApprovalDecided'>['outcome']
  /** ISO 8601. */
  decidedAt?: string
  comment?: string
  /** How the approved call ended, if it was made and the visitor was not told yet: it is not made twice. */
  answered?: Pick<Fact<'ToolCalled'>, 'outcome' | 'response'>
}

export type DecideApproval = {
  type: 'DecideApproval'
  approvalId: string
  outcome: Fact<'ToolApprovalDecided'>['outcome']
  comment?: string
  /** Who decided; nobody where it expired. */
  person?: Person
}

/** Pending calls of a conversation. */
export const MOST_PENDING = 10
/** Decisions that are remembered after they were told, so that a second one is answered as such. */
const MOST_DECIDED = 50
/** How long a call may wait for a decision, and an approved one for being made. */
export const APPROVAL_MS = 24 * 3_600_000

type Approvals = Pick<ConversationState, 'approvals' | 'visitorMessages'>
type Decisions = Approvals & Pick<ConversationState, 'decidedApprovals' | 'owner'>

/** Refuses with `not-found`, `not-waiting` and `not-answering`. */
export function decideApproval(
  { approvalId, outcome, comment, person }: DecideApproval,
  state: ConversationState,
  { agentId, channel }: Started,
  now: Date,
): Decision<ConversationEvent> {
  const found = state.approvals.find((one) => one.approvalId === approvalId)
  if (found?.standing !== 'pending') {
    if (outcome === 'expired') return accept()
    return found || state.decidedApprovals.includes(approvalId) ? notWaiting : notFound
  }
  const isLate = now.getTime() - Date.parse(found.at) >= APPROVAL_MS
  if (outcome === 'expired' && !isLate) return accept()
  if (outcome === 'approved') {
    if (isLate || !isKnown(state, found)) return tooLate
    if (state.owner !== 'agent') return notAnswering
  }
  const { toolId, name } = found
  const data = { agentId, channel, at: now.toISOString(), approvalId, toolId, name, outcome }
  return accept({
    type: 'ToolApprovalDecided',
    data: { ...data, ...withoutUndefined({ comment: comment || undefined }), ...person },
  })
}

const notFound = refuse('not-found', 'This request for approval does not exist.')
const notWaiting = refuse('not-waiting', 'This request no longer waits for a decision.')
const tooLate = refuse(
  'not-waiting',
  'This request waited for more than 24 hours and can’t be approved any more.',
)
const notAnswering = refuse(
  'not-answering',
  'Only the agent can carry this out. Hand the conversation back to it first.',
)

export function withRequest(state: Approvals, requested: Fact<'ToolApprovalRequested'>): Approvals {
  const { agentId: _, channel: __, ...call } = requested
  return { ...state, approvals: [...state.approvals, { ...call, standing: 'pending' }] }
}

/** Where the agent doesn't answer, nobody has to be told. */
export function withDecision(
  before: Decisions,
  { approvalId, outcome, comment, at }: Fact<'ToolApprovalDecided'>,
): Decisions {
  const decidedApprovals = [...before.decidedApprovals, approvalId].slice(-MOST_DECIDED)
  const state = { ...before, decidedApprovals }
  const found = state.approvals.find((one) => one.approvalId === approvalId)
  if (!found) return state
  if (state.owner !== 'agent' || !isKnown(state, found)) return { ...state, ...without(state, [approvalId]) }
  const now: Approval = { ...found, standing: outcome, decidedAt: at, ...withoutUndefined({ comment }) }
  return {
    ...state,
    approvals: state.approvals.map((one) => (one === found ? now : one)),
    visitorMessages: state.visitorMessages.map((one) =>
      one.messageId === found.inReplyTo ? { ...one, outcome: 'waiting', again: (one.again ?? 0) + 1 } : one,
    ),
  }
}

/** Whether the message of the call is among those that can still be answered. */
const isKnown = ({ visitorMessages }: Pick<Approvals, 'visitorMessages'>, { inReplyTo }: Approval) =>
  visitorMessages.some(({ messageId }) => messageId === inReplyTo)

/** Of a call that was in progress when a person took over, nobody is told. */
export function withCall(
  state: Approvals & { owner: Owner },
  { approvalId, outcome, response }: Fact<'ToolCalled'>,
): Approvals {
  const found = state.approvals.find((one) => one.approvalId === approvalId)
  if (!found) return state
  if (state.owner !== 'agent') return without(state, [found.approvalId])
  const made: Approval = { ...found, answered: { outcome, response } }
  return { ...state, approvals: state.approvals.map((one) => (one === found ? made : one)) }
}

/**
 * After a reply: what it told of is over, and a message of which more was decided meanwhile waits again. A reply that the
 * visitor stopped tells of everything, except of approved calls that are not made yet.
 */
export function afterReply(
  state: Approvals,
  { inReplyTo, approvalIds: told = [], stopped = false }: Fact<'AgentReplied'>,
): Approvals {
  if (state.approvals.length === 0) return state
  const isStopped = (one: Approval) => stopped && one.inReplyTo === inReplyTo && !isToBeMade(one)
  const over = state.approvals.filter((one) => one.standing !== 'pending' && isStopped(one))
  const after = without(state, [...told, ...over.map(({ approvalId }) => approvalId)])
  return untoldWait(after, ({ messageId }) => messageId === inReplyTo)
}

/**
 * After the conversation changed hands: without the agent, nobody is told of decisions. An approved call that is not made
 * yet is made when the agent answers again, unless the conversation is resolved before.
 */
export function afterOwner(state: Approvals & { owner: Owner }, isResolved: boolean): Approvals {
  if (state.approvals.length === 0) return state
  if (state.owner === 'agent') return untoldWait(state, () => true)
  const left = state.approvals.filter((one) => one.standing === 'pending' || (isToBeMade(one) && !isResolved))
  return {
    approvals: left,
    visitorMessages: state.visitorMessages.map((one) =>
      isAnsweredAgain(state, one) && one.outcome !== 'failed' ? { ...one, outcome: 'answered' } : one,
    ),
  }
}

/** Decisions that wait to be told, of the message that was answered before. */
export function decisionsOn(
  { approvals }: Pick<ConversationState, 'approvals'>,
  messageId: string,
): Approval[] {
  return approvals.filter((one) => one.inReplyTo === messageId && one.standing !== 'pending')
}

/** Whether a message was answered before, and is answered again after a decision. */
export function isAnsweredAgain(
  state: Pick<ConversationState, 'approvals'>,
  { messageId, again = 0 }: VisitorMessage,
): boolean {
  return again > 0 && decisionsOn(state, messageId).length > 0
}

const isToBeMade = ({ standing, answered }: Approval) => standing === 'approved' && answered === undefined

/** Messages with decisions that nobody was told of are answered once more. */
function untoldWait(state: Approvals, isMeant: (message: VisitorMessage) => boolean): Approvals {
  return {
    ...state,
    visitorMessages: state.visitorMessages.map((one) =>
      isMeant(one) && isAnsweredAgain(state, one) ? { ...one, outcome: 'waiting' } : one,
    ),
  }
}

function without(state: Approvals, ids: readonly string[]): Approvals {
  if (ids.length === 0) return state
  return { ...state, approvals: state.approvals.filter(({ approvalId }) => !ids.includes(approvalId)) }
}
