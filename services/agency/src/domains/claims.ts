/** What agencies claimed: the domains of their pages, and those of their mails. */
import type { AnyEvent } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'

/** The stream of the aggregate has the id of the agency, which is its tenant. */
export type Claims<State, Command, E extends AnyEvent, Claim> = {
  aggregate: Aggregate<State, Command, E>
  claimIn(state: State, claimId: string): Claim | undefined
}

/**
 * How many changes in DNS are recorded of a claim while it is not verified: answers that alternate from look to look would
 * fill the log. It is looked at further, and verified as soon as its records are found.
 */
export const MOST_CHANGES = 100

/** A claim by its id, whichever process changed it; undefined if the agency has it no more. */
export async function presentClaim<State, Command, E extends AnyEvent, Claim>(
  { load, refresh }: Pick<CommandHandler, 'load' | 'refresh'>,
  { aggregate, claimIn }: Claims<State, Command, E, Claim>,
  agencyId: string,
  claimId: string,
): Promise<Claim | undefined> {
  await refresh(aggregate.category, agencyId)
  const state = (await load(aggregate, agencyId, agencyId))?.state
  return state && claimIn(state, claimId)
}
