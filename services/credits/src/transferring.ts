/**
 * The two sides of a transfer between the ledgers of a workspace and of an organisation. Each side is one event of one
 * ledger; `transfers.ts` has the second follow the first. A counter-transfer reverses one.
 */
import type { CreditAccount, CreditsEvent } from '@parley/contracts/credits/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { type CreditsState, freeOf, thousandths } from './credits.state.ts'

export type Transfer = {
  transferId: string
  organisationId: string
  /** Where the credits are taken. */
  from: CreditAccount
  amount: number
}

export type TransferCommand =
  /** Takes the credits of a transfer out. Refuses with `no-credits` or `account-closed`. */
  | ({ type: 'TransferOut' } & Transfer)
  /** Adds the credits of a transfer. Refuses with `account-closed`. */
  | ({ type: 'TransferIn' } & Transfer)
  /** Adds the credits of a transfer to the ledger that gave them, because the other one is closed. */
  | ({ type: 'ReturnTransfer' } & Transfer)
  /** Ends the ledger of an organisation that is deleted. Refuses with `organisation-has-credits`. */
  | { type: 'CloseAccount'; organisationId: string }

export function decideTransfer(command: TransferCommand, state: CreditsState): Decision<CreditsEvent> {
  switch (command.type) {
    case 'TransferOut':
      if (state.accountClosed) return closed
      if (thousandths(command.amount) > freeOf(state)) return notEnough[command.from]
      return accept(sideOf(command, 'out'))
    case 'TransferIn':
      return state.accountClosed ? closed : accept(sideOf(command, 'in'))
    case 'ReturnTransfer': {
      const { type, data } = sideOf(command, 'in')
      return accept({ type, data: { ...data, returned: true } })
    }
    case 'CloseAccount': {
      if (state.accountClosed) return accept()
      if (state.balance > 0) return hasCredits
      return accept({ type: 'CreditAccountClosed', data: { organisationId: command.organisationId } })
    }
  }
}

export function evolveTransfer(
  state: CreditsState,
  event: Extract<CreditsEvent, { type: 'CreditsTransferred' | 'CreditAccountClosed' }>,
): CreditsState {
  if (event.type === 'CreditAccountClosed') return { ...state, accountClosed: true }
  const { direction, amount } = event.data
  const change = direction === 'in' ? thousandths(amount) : -thousandths(amount)
  return { ...state, balance: state.balance + change }
}

function sideOf({ transferId, organisationId, from, amount }: Transfer, direction: 'out' | 'in') {
  return {
    type: 'CreditsTransferred' as const,
    data: { transferId, organisationId, from, direction, amount },
  }
}

/** The messages of the specification, part 2 §5. */
const notEnough: Record<CreditAccount, ReturnType<typeof refuse>> = {
  workspace: refuse('no-credits', 'Not enough credits in workspace.', 'amount'),
  organisation: refuse('no-credits', 'Not enough credits in org.', 'amount'),
}
const closed = refuse('account-closed', 'This organization was deleted.')
const hasCredits = refuse(
  'organisation-has-credits',
  'This organization still has credits. Transfer them to the workspace first.',
)
