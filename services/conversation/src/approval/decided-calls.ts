/** What a model asks for and is told of calls that need approval. Pure, except for the calls that `make` makes. */
import type { ModelMessage } from '../models/models.ts'
import { APPROVAL_MS, type Approval } from './approvals.ts'

/** What the model is told when it wants to call such a tool. */
export const WAITS_FOR_APPROVAL =
  'This action needs the approval of a person of the team, who has been asked. It was not carried out. Tell the visitor in one sentence that the team has to approve it first; do not say that it is done, and do not call it again.'
export const TOO_MANY_WAIT =
  'Too many actions wait for approval already. This one was not asked for. Tell the visitor so.'
export const NOT_IN_THE_TEST_PANEL =
  'This action needs the approval of a person of the team and is not carried out in the test panel.'

const EXPIRED =
  'Nobody of the team approved this action in time. It was not carried out. Tell the visitor so.'
const CHANGED =
  'This action was approved, but the function was changed since then, so it was not carried out. If it is still wanted, call it again.'

export type Telling = {
  /** Calls an approved tool and returns its result; undefined if the call would not be the approved one any more. */
  make(approval: Approval): Promise<string | undefined>
  /** Milliseconds since 1970. */
  now: number
  /** Whether the turn was interrupted: then nothing more is called. */
  isInterrupted(): boolean
}

/**
 * Returns the decisions as calls with their results, which follow the visitor's message; undefined if the turn was
 * interrupted.
 */
export async function toldDecisions(
  decisions: readonly Approval[],
  telling: Telling,
): Promise<ModelMessage[] | undefined> {
  const results: ModelMessage[] = []
  for (const approval of decisions) {
    if (telling.isInterrupted()) return undefined
    const { approvalId, functionName: name } = approval
    results.push({ role: 'tool', callId: approvalId, name, text: await resultOf(approval, telling) })
  }
  const calls = decisions.map(({ approvalId, functionName, values }) => ({
    ...{ id: approvalId, name: functionName, input: JSON.stringify(values) },
  }))
  return [{ role: 'assistant', text: '', calls }, ...results]
}

async function resultOf(approval: Approval, { make, now }: Telling): Promise<string> {
  const { standing, comment, answered, decidedAt } = approval
  if (standing === 'expired') return EXPIRED
  if (standing === 'declined')
    return `The team declined this action. It was not carried out. Tell the visitor so.${comment ? ` The team's words for you: ${comment}` : ''}`
  if (answered) return toldResult(answered.outcome, answered.response)
  if (decidedAt !== undefined && now - Date.parse(decidedAt) >= APPROVAL_MS) return EXPIRED
  return (await make(approval)) ?? CHANGED
}

/** What a model is told of a call's outcome. */
export function toldResult(outcome: string, result: string): string {
  return outcome === 'ok' ? result : `The call failed (${outcome}): ${result}`
}
