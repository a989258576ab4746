/**
 * What was added to and taken from a workspace's credits, and what its organisations paid for with theirs. Each event of the ledger is one document, since one of them
 * charges for many replies. The operator's name and note stay sealed.
 */
import { type CreditPurpose, creditsEvents } from '@parley/contracts/credits/events.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { type RepeatedTexts, repeatedTexts, textAt } from '../repeated-texts/repeated-texts.ts'

const events = pick(creditsEvents, 'CreditsGranted', 'CreditsSettled', 'RepliesCharged', 'CreditsTransferred')

export type CreditHistoryLine =
  | {
      kind: 'grant'
      at: string
      amount: number
      reason: 'sign-up' | 'purchase' | 'support' | 'demo' | 'monthly'
      month?: string | undefined
      operator?: string | undefined
      note?: string | undefined
    }
  | {
      kind: 'charge'
      at: string
      /** Negative. */
      amount: number
      agentId: string
      conversationId: string
      purpose?: CreditPurpose | undefined
      modelId: string
      inputTokens: number
      outputTokens: number
      /** The organisation that paid, if it was not the workspace. */
      orgId?: string
    }
  | {
      kind: 'transfer'
      at: string
      /** Negative if an organisation was given credits. */
      amount: number
      organisationId: string
      returned?: true | undefined
    }

/**
 * A grant, a transfer, or charges in their order: the nth of each list belong together, so that a document that charges for many
 * replies has what they share once. `at`: milliseconds after `from`.
 */
export type CreditHistoryEvent = {
  position: number
  grant?: Grant
  transfer?: Transfer
  charges?: Charges
  /** The organisation that paid the charges, if it was not the workspace. */
  orgId?: string
}
type Grant = Extract<CreditHistoryLine, { kind: 'grant' }>
type Transfer = Extract<CreditHistoryLine, { kind: 'transfer' }>
type Charge = Extract<CreditHistoryLine, { kind: 'charge' }>
type Charges = {
  from: string
  at: number[]
  amount: number[]
  agentId: RepeatedTexts
  conversationId: RepeatedTexts
  /** '' for a reply to a visitor. */
  purpose: RepeatedTexts
  modelId: RepeatedTexts
  inputTokens: number[]
  outputTokens: number[]
}

export const creditHistoryProjection = tenantProjection<CreditHistoryEvent>()({
  name: 'credit-history',
  version: 3,
  events,
  indexes: { byPosition: ['position'] },
  // The transfers of an organisation's own ledger are in `organisation-transfers`.
  identify: ({ stream, type, position }) =>
    type === 'RepliesCharged' || type === 'CreditsSettled' || idIn(stream, 'orgcredits') === undefined
      ? String(position)
      : undefined,
  project(_, event) {
    const { position, at } = event
    const orgId = idIn(event.stream, 'orgcredits')
    const payer = orgId === undefined ? {} : { orgId }
    switch (event.type) {
      case 'CreditsGranted':
        return { position, grant: { kind: 'grant', at, ...event.data } }
      case 'CreditsSettled':
        return { position, ...payer, ...chargesOf([{ ...event.data, at }]) }
      case 'RepliesCharged':
        return { position, ...payer, ...chargesOf(event.data.charges) }
      case 'CreditsTransferred': {
        const { organisationId, direction, amount, returned } = event.data
        const signed = direction === 'in' ? amount : -amount
        return {
          position,
          transfer: { kind: 'transfer', at, amount: signed, organisationId, ...(returned && { returned }) },
        }
      }
    }
  },
})

type Charged = Omit<RecordedOf<Pick<typeof events, 'CreditsSettled'>>['data'], 'holdId'> & { at: string }

/** What cost nothing is no line. */
function chargesOf(all: readonly Charged[]): { charges?: Charges } {
  const charges = all.filter(({ amount }) => amount > 0)
  const [first] = charges
  if (!first) return {}
  const from = Date.parse(first.at)
  return {
    charges: {
      from: first.at,
      at: charges.map(({ at }) => Date.parse(at) - from),
      amount: charges.map(({ amount }) => amount),
      agentId: repeatedTexts(charges.map(({ agentId }) => agentId)),
      conversationId: repeatedTexts(charges.map(({ conversationId }) => conversationId)),
      purpose: repeatedTexts(charges.map(({ purpose }) => purpose ?? '')),
      modelId: repeatedTexts(charges.map(({ modelId }) => modelId)),
      inputTokens: charges.map(({ inputTokens }) => inputTokens),
      outputTokens: charges.map(({ outputTokens }) => outputTokens),
    },
  }
}

/** Returns the lines of a document, in the order in which they were charged. */
export function linesOf({ grant, transfer, charges, orgId }: CreditHistoryEvent): CreditHistoryLine[] {
  if (grant) return [grant]
  if (transfer) return [transfer]
  const payer = orgId === undefined ? {} : { orgId }
  return (charges?.at ?? []).map((_, nth) => ({ ...chargeAt(charges!, nth), ...payer }))
}

function chargeAt(charges: Charges, nth: number): Charge {
  const purpose = textAt(charges.purpose, nth)
  return {
    kind: 'charge',
    at: new Date(Date.parse(charges.from) + charges.at[nth]!).toISOString(),
    amount: -charges.amount[nth]!,
    agentId: textAt(charges.agentId, nth),
    conversationId: textAt(charges.conversationId, nth),
    ...(purpose === '' ? {} : { purpose: purpose as CreditPurpose }),
    modelId: textAt(charges.modelId, nth),
    inputTokens: charges.inputTokens[nth]!,
    outputTokens: charges.outputTokens[nth]!,
  }
}
