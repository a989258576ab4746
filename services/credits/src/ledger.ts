/** The ledger as other contexts use it, wired by the host. A tenant has one ledger, under its own id. */
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { toCredits } from './amounts.ts'
import { type LedgerCommand, ledger } from './ledger.decider.ts'

type Of<Type> = Omit<Extract<LedgerCommand, { type: Type }>, 'type'>
type Outcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

export type LedgerActions = {
  /** Refused as `no-credits` where the balance less what is held does not reach. */
  hold(context: CommandContext, hold: Of<'HoldCredits'>): Promise<Outcome>
  settle(context: CommandContext, settlement: Of<'SettleCredits'>): Promise<Outcome>
  release(context: CommandContext, release: Of<'ReleaseCredits'>): Promise<Outcome>
  grant(context: CommandContext, grant: Of<'GrantCredits'>): Promise<Outcome>
  /** Credits that can be spent now: the balance less what is held. */
  available(tenant: string): Promise<{ available: number; hasEverPaid: boolean } | undefined>
}

export function ledgerActions({ handle, load }: Pick<CommandHandler, 'handle' | 'load'>): LedgerActions {
  const act = async (context: CommandContext, name: string, command: LedgerCommand): Promise<Outcome> => {
    const cause = { ...context.cause, command: `${context.cause.command}/${name}` }
    return handle(ledger, context.tenant, command, { ...context, cause })
  }
  return {
    hold: (context, hold) => act(context, `hold/${hold.holdId}`, { type: 'HoldCredits', ...hold }),
    settle: (context, settlement) =>
      act(context, `settle/${settlement.holdId}`, { type: 'SettleCredits', ...settlement }),
    release: (context, release) =>
      act(context, `release/${release.holdId}`, { type: 'ReleaseCredits', ...release }),
    grant: (context, grant) => act(context, `grant/${grant.reason}`, { type: 'GrantCredits', ...grant }),
    async available(tenant) {
      const found = await load(ledger, tenant, tenant)
      if (!found) return undefined
      return {
        available: toCredits(found.state.balance - found.state.held),
        hasEverPaid: found.state.hasEverPaid,
      }
    },
  }
}
