/** The usage of a workspace over a range of days, and the same as CSV. */
import type { creditsEndpoints, UsageView } from '@parley/contracts/credits/endpoints.ts'
import { type CreditFeature, creditFeatures, mostSeries } from '@parley/contracts/credits/usage.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { firstOfUsage } from '../analytics/first-moments.ts'
import { daysOf, type Range, rangesOf, spansOf } from '../analytics/periods.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { CSV_START, csvLine } from '../csv/csv.ts'
import { organisationNames } from '../organisations/organisation-names.ts'
import { type Usage, usageOf, wholeUsage } from './usage.ts'

type Names = 'credits.usage' | 'credits.exportUsage'

export function creditUsageQueries(deps: {
  reader: Reader
  now?: () => number
}): Pick<Handlers<typeof creditsEndpoints>, Names> {
  const { reader, now = Date.now } = deps

  return {
    async 'credits.usage'({ tenant, query }) {
      const asked = rangesOf(query, now())
      if (!asked.ok) return asked
      const { range, before } = asked
      const { step, spans } = spansOf(range)
      const former = spansOf(before).spans
      const [parts, partsBefore] = [
        await usageOf(reader, tenant, spans),
        await usageOf(reader, tenant, former),
      ]
      const [whole, wholeBefore] = [wholeUsage(parts), wholeUsage(partsBefore)]
      const agents = ranked(whole.agents)
      const models = [...whole.models].sort(([, a], [, b]) => b.input + b.output - (a.input + a.output))
      const titles = await agentTitles(reader, tenant, agents)
      return reply({
        range,
        before,
        ...(await firstOfUsage({ reader, tenant })),
        step,
        credits: { value: thousandths(whole.credits), before: thousandths(wholeBefore.credits) },
        tokens: {
          input: models.reduce((sum, [, { input }]) => sum + input, 0),
          output: models.reduce((sum, [, { output }]) => sum + output, 0),
        },
        features: ranked(whole.features).map((feature) => ({
          feature,
          credits: thousandths(whole.features.get(feature) ?? 0),
          before: thousandths(wholeBefore.features.get(feature) ?? 0),
        })),
        agents: agents.map((agentId) => {
          const title = titles.get(agentId)
          return {
            agentId,
            ...(title === undefined ? {} : { title }),
            credits: thousandths(whole.agents.get(agentId) ?? 0),
            before: thousandths(wholeBefore.agents.get(agentId) ?? 0),
          }
        }),
        models: models.map(([modelId, { input, output }]) => ({
          modelId,
          inputTokens: input,
          outputTokens: output,
        })),
        points: spans.map(({ day, to, starts }, nth) => {
          const opposite = partsBefore[nth]
          return {
            at: starts,
            day,
            to,
            credits: thousandths(parts[nth]!.credits),
            before: opposite ? thousandths(opposite.credits) : null,
            ...seriesOf(
              parts[nth]!,
              agents,
              models.map(([modelId]) => modelId),
            ),
          }
        }),
      } satisfies UsageView)
    },

    'credits.exportUsage'({ tenant, query }) {
      const asked = rangesOf(query, now())
      if (!asked.ok) return asked
      const { from, to } = asked.range
      return {
        ok: true,
        text: csvOf(tenant, asked.range),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="usage-${from}-${to}.csv"` },
      }
    },
  }

  /** One line for each agent, feature, model and payer of a day. */
  async function* csvOf(tenant: string, range: Range): AsyncGenerator<string> {
    const days = daysOf(range)
    const parts = await usageOf(reader, tenant, days)
    const titles = await agentTitles(reader, tenant, [...wholeUsage(parts).agents.keys()])
    const payers = parts.flatMap(({ lines }) => [...lines.values()].flatMap(([, , , , , , , id = []]) => id))
    const names = await organisationNames(reader, tenant, payers)
    const heads = ['Day', 'Agent', 'Agent ID', 'Used for', 'Model']
    const sums = ['Charges', 'Input tokens', 'Output tokens', 'Credits']
    yield CSV_START + csvLine([...heads, ...sums, 'Paid by', 'Organization ID'])
    for (const [nth, { day }] of days.entries())
      for (const line of parts[nth]!.lines.values()) {
        const [agentId, feature, modelId, charges, credits, input, output, organisationId] = line
        const title = titles.get(agentId) ?? 'Deleted agent'
        const payer =
          organisationId === undefined ? 'Workspace' : (names.get(organisationId) ?? 'Deleted organization')
        yield csvLine([
          ...[day, title, agentId, creditFeatures[feature], modelId],
          ...[charges, input, output, credits, payer, organisationId ?? ''],
        ])
      }
  }
}

function ranked<Name extends string | CreditFeature>(sums: ReadonlyMap<Name, number>): Name[] {
  return [...sums].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([name]) => name)
}

function seriesOf({ agents, models }: Usage, agentIds: readonly string[], modelIds: readonly string[]) {
  const tokens = (modelId: string) => {
    const { input, output } = models.get(modelId) ?? { input: 0, output: 0 }
    return input + output
  }
  return {
    agents: withOthers(agentIds, (agentId) => agents.get(agentId) ?? 0).map(thousandths),
    models: withOthers(modelIds, tokens),
  }
}

/** The values of the first, and the sum of the others. */
function withOthers(ids: readonly string[], sumOf: (id: string) => number): number[] {
  const values = ids.slice(0, mostSeries).map(sumOf)
  const others = ids.slice(mostSeries)
  return others.length === 0 ? values : [...values, others.reduce((sum, id) => sum + sumOf(id), 0)]
}
