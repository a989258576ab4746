/** What replies cost an agency is its own business: its clients could tell its margin from it. */
import type { FigureId } from '@parley/contracts/analytics/figure-names.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'

type Asking = Pick<Call, 'principal'>

/** Whether an answer to the caller may say what anything cost. */
export const showsCosts = ({ principal }: Asking): boolean => principal.kind !== 'client'

/** Refuses a figure of costs to those who may not see them. */
export function refuseCosts(call: Asking, figure: FigureId) {
  return figures[figure].unit === 'credits' && !showsCosts(call)
    ? refuse('not-allowed', 'You are not allowed to do this.')
    : undefined
}
