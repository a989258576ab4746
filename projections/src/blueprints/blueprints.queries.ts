/** The query handlers of blueprints that read models answer. */
import type { blueprintEndpoints, RolloutView } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { byName } from '../by-name.ts'
import { type BlueprintRollout, blueprintsProjection } from './blueprints.projection.ts'

const PAGE = 100

export type BlueprintQueryDeps = {
  reader: Reader
  nameOf(tenant: string, actor: { kind: string; id: string }): Promise<string | undefined>
}

export function blueprintQueries({
  reader,
  nameOf,
}: BlueprintQueryDeps): Pick<Handlers<typeof blueprintEndpoints>, 'blueprints.list' | 'blueprints.get'> {
  return {
    async 'blueprints.list'({ tenant }) {
      // bounded: by the quota of blueprints
      const documents = await everyDocument(reader, blueprintsProjection, tenant, {
        index: 'all',
        limit: PAGE,
      })
      const names = await reader.open(
        tenant,
        documents.map(({ name }) => name),
      )
      const existing = await agentTitles(
        reader,
        tenant,
        documents.flatMap(({ agents }) => Object.keys(agents)),
      )
      const items = documents.map(({ blueprintId: ID, versions, agents, createdAt }, nth) => ({
        ID,
        name: names[nth] ?? '',
        version: versions[0]?.version ?? 1,
        agents: Object.keys(agents).filter((id) => existing.has(id)).length,
        savedAt: versions[0]?.savedAt ?? createdAt,
      }))
      items.sort((one, other) => byName(one.name, other.name))
      return replyWithTag({ items }, reader.newestIn(documents))
    },

    async 'blueprints.get'({ tenant, params: { blueprintId } }) {
      const found = await reader.get(blueprintsProjection, tenant, blueprintId)
      if (!found) return refuse('not-found', 'This blueprint does not exist.')
      const ids = [
        found.sourceAgentId,
        ...Object.keys(found.agents),
        ...found.rollouts.flatMap(({ agents }) => agents.map(({ agentId }) => agentId)),
      ]
      const titles = await agentTitles(reader, tenant, ids)
      const [name = ''] = await reader.open(tenant, [found.name])
      const source = titles.get(found.sourceAgentId)
      const versions = await Promise.all(
        found.versions.map(async ({ savedBy, ...version }) =>
          withoutUndefined({ ...version, savedBy: await nameOf(tenant, savedBy) }),
        ),
      )
      const rollouts = await Promise.all(
        found.rollouts.map(async (rollout): Promise<RolloutView> => {
          const { rolloutId, version, as, startedAt, startedBy } = rollout
          return withoutUndefined({
            ...{ rolloutId, version, as, startedAt, state: stateOf(rollout) },
            startedBy: await nameOf(tenant, startedBy),
            agents: rollout.agents.map(({ from: _, ...agent }) =>
              withoutUndefined({ ...agent, title: titles.get(agent.agentId) }),
            ),
          })
        }),
      )
      const agents = Object.entries(found.agents).flatMap(([agentId, version]) => {
        const title = titles.get(agentId)
        return title === undefined ? [] : [{ agentId, title, version }]
      })
      agents.sort((one, other) => byName(one.title, other.title))
      const view = { ID: blueprintId, name, versions, agents, rollouts }
      const about = source === undefined ? {} : { source: { agentId: found.sourceAgentId, title: source } }
      return replyWithTag({ ...view, ...about }, reader.newestIn([found]))
    },
  }
}

export function countBlueprints(reader: Reader, tenant: string): Promise<number> {
  return reader.count(blueprintsProjection, tenant, { index: 'all' })
}

function stateOf({ undoing, agents }: BlueprintRollout): RolloutView['state'] {
  if (undoing) return agents.every(({ undo }) => undo) ? 'undone' : 'undoing'
  return agents.every(({ outcome }) => outcome) ? 'done' : 'running'
}
