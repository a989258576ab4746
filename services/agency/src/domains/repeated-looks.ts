/**
 * Looks at what an agency claimed, again and again until it has it no more. When to look next is a durable deadline; only
 * what changed is an event, since an abandoned domain would otherwise fill the log with a look every five seconds.
 */

import type { AnyEvent } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { z } from 'zod'
import { type Claims, presentClaim } from './claims.ts'

/** `afterMs`: when to look again. `misses`: how many looks in a row did not find what was to be found, 0 if absent. */
export type NextLook = { afterMs: number; misses?: number }

export type RepeatedLooksDeps<State, Command, E extends AnyEvent, Claim> = {
  /** Of the deadlines, and the actor of what is recorded. */
  kind: string
  claims: Claims<State, Command, E, Claim>
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  deadlines: Pick<Deadlines, 'set'>
  /** Returns when to look again; undefined if never. `record` handles each type of command once a look. */
  look(
    claim: Claim,
    misses: number,
    record: (command: Command) => Promise<void>,
  ): Promise<NextLook | undefined>
  now(): number
}

export type RepeatedLooks = {
  /** Looks for the first time when it is due. `position`: that of the event which is the reason. */
  begin(tenant: string, claimId: string, due: number, position: number): Promise<void>
  work: DeadlineWork
}

const noteOf = z.object({ claimId: z.string(), misses: z.number() })

export function repeatedLooks<State, Command extends { type: string }, E extends AnyEvent, Claim>(
  deps: RepeatedLooksDeps<State, Command, E, Claim>,
): RepeatedLooks {
  const { kind, claims, commands, deadlines, now } = deps
  const actor = { kind: 'policy', id: kind } as const

  return {
    begin: (tenant, claimId, due, position) => set(tenant, claimId, 0, due, position),
    work: {
      kind,
      async carryOut({ tenant, key, note, order }) {
        const { claimId, misses } = noteOf.parse(JSON.parse(note))
        const claim = await presentClaim(commands, claims, tenant, claimId)
        const next =
          claim &&
          (await deps.look(claim, misses, async (command) => {
            const once = `${kind}/${key}/${order}/${command.type}`
            const cause = { via: 'policy', by: kind, command: once, correlation: key } as const
            const handled = await commands.handle(claims.aggregate, tenant, command, { tenant, actor, cause })
            if (!handled.ok) throw new Error(handled.rejection.code)
          }))
        if (!next) return
        const due = now() + next.afterMs
        // Later than any look before, and than the position at which the first was set.
        await set(tenant, claimId, next.misses ?? 0, due, Math.max(due, order + 1))
      },
    },
  }

  function set(tenant: string, claimId: string, misses: number, due: number, order: number): Promise<void> {
    const note = JSON.stringify({ claimId, misses })
    return deadlines.set([{ kind, key: claimId, tenant, due, order, note }])
  }
}
