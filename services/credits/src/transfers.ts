/**
 * Transfers credits between a workspace and one of its organisations, exactly once. The first ledger takes them out; that
 * event is the record of the transfer, and a policy adds them to the other ledger, however often processes are killed
 * in between: both commands take effect once, by the id of the transfer. In between, the credits are in neither
 * ledger, so nobody can spend them twice. The call itself tries the second side at once, so that its reader sees both.
 */
import { type CreditAccount, creditsEvents } from '@parley/contracts/credits/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { CreditsOutcome } from './credits.commands.ts'
import { ledgerAt, organisationCredits } from './ledgers.ts'
import type { Transfer } from './transferring.ts'

export type Transfers = {
  /**
   * Transfers credits. Idempotent by `transferId`. Refuses with `no-credits`, `account-closed` or `invalid-input`.
   */
  transfer(transfer: Transfer, context: CommandContext): Promise<CreditsOutcome>
  /** Closes the ledger of an organisation. Idempotent. Refuses with `organisation-has-credits`. */
  closeAccount(organisationId: string, context: CommandContext): Promise<CreditsOutcome>
  /** Must be run with the policies of the region. */
  policy: AnySinglePolicy
}

const COMPLETE = 'complete-credit-transfers'
type Context = Pick<CommandContext, 'tenant' | 'actor' | 'cause'>

export function createTransfers({ handle }: Pick<CommandHandler, 'handle'>): Transfers {
  return {
    async transfer(transfer, context) {
      const taken = await run(transfer.from, 'TransferOut', transfer, context)
      if (!taken.ok) return taken
      // What fails here, or is never reached, is done by the policy.
      return complete(transfer, context).catch(() => taken)
    },

    async closeAccount(organisationId, context) {
      const cause = { ...context.cause, command: `close-account/${organisationId}` }
      const command = { type: 'CloseAccount', organisationId } as const
      const handled = await handle(organisationCredits, organisationId, command, { ...context, cause })
      return handled.ok ? { ok: true, position: handled.position } : handled
    },

    policy: definePolicy({
      name: COMPLETE,
      startFrom: 'origin',
      events: pick(creditsEvents, 'CreditsTransferred'),
      async react(event) {
        if (event.data.direction === 'out') await complete(event.data, reactingTo(event, COMPLETE))
      },
    }),
  }

  /** Adds what was taken out to the other ledger or, if that one is closed, back to the same. */
  async function complete(
    { transferId, organisationId, from, amount }: Transfer,
    context: Context,
  ): Promise<CreditsOutcome & { ok: true }> {
    const transfer = { transferId, organisationId, from, amount }
    const to = from === 'workspace' ? 'organisation' : 'workspace'
    const added = await run(to, 'TransferIn', transfer, context)
    if (added.ok) return added
    if (added.rejection.code !== 'account-closed') throw new Error(added.rejection.code)
    const returned = await run(from, 'ReturnTransfer', transfer, context)
    if (!returned.ok) throw new Error(returned.rejection.code)
    return returned
  }

  async function run(
    account: CreditAccount,
    type: 'TransferOut' | 'TransferIn' | 'ReturnTransfer',
    transfer: Transfer,
    context: Context,
  ): Promise<CreditsOutcome> {
    const { organisationId } = transfer
    const [ledger, id] = ledgerAt({
      workspaceId: context.tenant,
      ...(account === 'organisation' ? { organisationId } : {}),
    })
    // The same key from the call and from the policy, so that each side takes effect once.
    const cause = { ...context.cause, command: `transfer/${transfer.transferId}/${type}` }
    const handled = await handle(ledger, id, { type, ...transfer }, { ...context, cause })
    return handled.ok ? { ok: true, position: handled.position } : handled
  }
}
