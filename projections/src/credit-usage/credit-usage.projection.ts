/**
 * What a workspace and its organisations used their credits for, per quarter of an hour (UTC): by agent, feature, model and
 * who paid.
 */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { CreditFeature } from '@parley/contracts/credits/usage.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { quarterAt } from '../analytics/quarters.ts'
import { thousandths } from '../conversations/conversations.projection.ts'

/** A list, since the names of its fields would be stored with every agent of every quarter. */
export type Used = [
  agentId: string,
  feature: CreditFeature,
  modelId: string,
  charges: number,
  credits: number,
  inputTokens: number,
  outputTokens: number,
  /** The organisation that paid; absent if the workspace did. */
  organisationId?: string,
]

export type CreditUsage = {
  /** `2026-01-31T12:15`. */
  quarter: string
  used: Used[]
}

const events = pick(creditsEvents, 'CreditsSettled', 'RepliesCharged')

export const creditUsageProjection = tenantProjection<CreditUsage>()({
  name: 'credit-usage',
  version: 1,
  events,
  indexes: { byQuarter: ['quarter'] },
  identify: (event) => [...new Set(chargesIn(event).map(({ at }) => quarterAt(at)))],
  project(usage, event, quarter) {
    const used = [...(usage?.used ?? [])]
    for (const charge of chargesIn(event)) if (quarterAt(charge.at) === quarter) add(used, charge)
    return { quarter, used }
  },
})

type Charge = Omit<RecordedOf<Pick<typeof events, 'CreditsSettled'>>['data'], 'holdId'> & {
  at: string
  organisationId?: string | undefined
}

/** What cost nothing and used no tokens is no usage. */
function chargesIn(event: RecordedOf<typeof events>): readonly Charge[] {
  const organisationId = idIn(event.stream, 'orgcredits')
  const charges = event.type === 'RepliesCharged' ? event.data.charges : [{ ...event.data, at: event.at }]
  return charges
    .filter((charge) => charge.amount + charge.inputTokens + charge.outputTokens > 0)
    .map((charge) => ({ ...charge, organisationId }))
}

function add(used: Used[], charge: Charge): void {
  const { agentId, purpose: feature = 'reply', modelId, amount, inputTokens, outputTokens } = charge
  const { organisationId } = charge
  const nth = used.findIndex(
    ([agent, its, model, , , , , payer]) =>
      agent === agentId && its === feature && model === modelId && payer === organisationId,
  )
  const [, , , charges, credits, input, output] = used[nth] ?? [agentId, feature, modelId, 0, 0, 0, 0]
  const sum: Used = [
    ...([agentId, feature, modelId, charges + 1, thousandths(credits + amount)] as const),
    ...([input + inputTokens, output + outputTokens] as const),
    ...(organisationId === undefined ? ([] as const) : ([organisationId] as const)),
  ]
  if (nth < 0) used.push(sum)
  else used[nth] = sum
}
