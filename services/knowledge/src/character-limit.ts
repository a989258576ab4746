/** The characters of knowledge that the plan of a workspace allows (`maxKbDocsCharCount`), for all of its agents. */
import { KNOWLEDGE_REACHED, limitMessage } from '@parley/contracts/billing/plan-limits.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'

export type CharacterLimit = {
  /** The most characters of a workspace; undefined without a limit. */
  most(tenant: string): Promise<number | undefined>
  /** Those that all sources have which the log has by now, but for one. */
  used(tenant: string, exceptSourceId?: string): Promise<number>
}

/** Runs work that adds characters to a workspace, one at a time, or returns why there is no room for them. */
export type WithinCharacters = <Result>(
  of: { tenant: string; sourceId: string; characters: number },
  work: () => Promise<Result>,
) => Promise<Result | Full>

export type Full = { full: true; rejection: Rejection }

/** `characters`: what the source will have, in the place of what it has. */
export function withinCharacters({
  most,
  used,
  inTurn,
}: CharacterLimit & { inTurn: InTurn }): WithinCharacters {
  return async ({ tenant, sourceId, characters }, work) => {
    if ((await most(tenant)) === undefined) return work()
    return inTurn(tenant, 'knowledge characters', async () => {
      const limit = await most(tenant)
      if (limit === undefined) return work()
      const others = await used(tenant, sourceId)
      // Where all are used up, a source of unknown length is refused too.
      return others + Math.max(1, characters) > limit ? fullAt(limit) : work()
    })
  }
}

export const unlimited: WithinCharacters = (_, work) => work()

export const isFull = (outcome: object): outcome is Full => 'full' in outcome

function fullAt(limit: number): Full {
  const message = limitMessage(KNOWLEDGE_REACHED, { number: limit.toLocaleString('en') })
  return { full: true, rejection: refuse('knowledge-limit-reached', message).rejection }
}
