/** The commands of blueprints, and the queries that fold streams. */
import { blueprintContent, mergeBlueprint } from '@parley/contracts/agent/blueprint.ts'
import {
  type BlueprintStanding,
  type blueprintEndpoints,
  maxBlueprintAgents,
} from '@parley/contracts/agent/blueprint-endpoints.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { agent } from '../agent.decider.ts'
import type { AgentHandlerDeps } from '../agent.handlers.ts'
import type { AgentState } from '../agent.state.ts'
import { type AgentSavingDeps, agentCreation } from '../agent-saving.ts'
import { agentIdOf } from '../random.ts'
import { blueprint, newestVersion, versionsBetween } from './blueprint.decider.ts'
import { waitingDraft } from './blueprint-merge.decider.ts'

export type BlueprintDeps = AgentSavingDeps &
  Pick<CommandHandler, 'handle' | 'load'> &
  Pick<AgentHandlerDeps, 'keepPictures'> & {
    region: Region
    /** Undefined for an agent that does not exist. */
    live(tenant: string, agentId: string): Promise<AgentState | undefined>
    blueprintCount(tenant: string): Promise<number>
    blueprintLimit(tenant: string): Promise<number>
    /** The document with the addresses that its pictures have at the agent. */
    picturesAt(of: { tenant: string; agentId: string }, document: AgentDocument): AgentDocument
  }

type Answered = Omit<Handlers<typeof blueprintEndpoints>, 'blueprints.list' | 'blueprints.get'>
type Call = { tenant: string; context: CommandContext; params: { blueprintId: string } }

/** Of the value of a conflict, in characters. */
const SHOWN = 300

const missing = refuse('not-found', 'This blueprint does not exist.')
const noAgent = refuse('not-found', 'This agent does not exist.')

export function blueprintHandlers(deps: BlueprintDeps): Answered {
  const { handle, load, live } = deps
  const createAgent = agentCreation(deps, 'blueprint')

  return {
    async 'blueprints.create'({ tenant, context, body }) {
      const { name, agentId } = body
      const blueprintId = derivedId(20, tenant, context.cause.command)
      const content = await contentOf(tenant, agentId, blueprintId)
      if (!content.ok) return content
      const { document } = content
      const handled = await deps.inTurn(tenant, 'blueprints', async () => {
        const limit = {
          most: await deps.blueprintLimit(tenant),
          blueprints: await deps.blueprintCount(tenant),
        }
        const command = { type: 'CreateBlueprint', blueprintId, name, agentId, document, limit } as const
        return handle(blueprint, blueprintId, command, context)
      })
      return handled.ok ? reply({ blueprintId }, handled.position) : handled
    },

    async 'blueprints.rename'(call) {
      const { blueprintId } = call.params
      const command = { type: 'RenameBlueprint', blueprintId, name: call.body.name } as const
      return done(await handle(blueprint, blueprintId, command, onName(call)))
    },

    async 'blueprints.delete'(call) {
      const { blueprintId } = call.params
      const command = { type: 'DeleteBlueprint', blueprintId } as const
      return done(await handle(blueprint, blueprintId, command, onName(call)))
    },

    async 'blueprints.saveVersion'({ tenant, context, params: { blueprintId }, body: { agentId } }) {
      if (!(await liveBlueprint(tenant, blueprintId))) return missing
      const content = await contentOf(tenant, agentId, blueprintId)
      if (!content.ok) return content
      const { document } = content
      const command = { type: 'SaveBlueprintVersion', blueprintId, agentId, document } as const
      const handled = await handle(blueprint, blueprintId, command, context)
      if (!handled.ok) return handled
      const version = handled.state.status === 'live' ? newestVersion(handled.state).version : 0
      return reply({ version }, handled.position)
    },

    async 'blueprints.attach'({ tenant, context, params: { blueprintId }, body: { agentIds } }) {
      if (!(await liveBlueprint(tenant, blueprintId))) return missing
      for (const agentId of agentIds) if (!(await live(tenant, agentId))) return noAgent
      const command = { type: 'AttachAgents', blueprintId, agentIds } as const
      return done(await handle(blueprint, blueprintId, command, context))
    },

    async 'blueprints.detach'({ tenant, context, params: { blueprintId }, body: { agentIds } }) {
      const state = await liveBlueprint(tenant, blueprintId)
      if (!state) return missing
      for (const agentId of agentIds)
        if (state.agents[agentId] === undefined && !(await live(tenant, agentId))) return noAgent
      const command = { type: 'DetachAgents', blueprintId, agentIds } as const
      return done(await handle(blueprint, blueprintId, command, context))
    },

    async 'blueprints.createAgent'({ tenant, context, params: { blueprintId }, body: { agentName } }) {
      const state = await liveBlueprint(tenant, blueprintId)
      if (!state) return missing
      const agentId = agentIdOf(tenant, context.cause.command)
      if (state.agents[agentId] === undefined && Object.keys(state.agents).length >= maxBlueprintAgents)
        return refuse('too-many-agents', `A blueprint can have ${maxBlueprintAgents} agents.`)
      const { document } = newestVersion(state)
      const created = await createAgent(tenant, { ...document, title: agentName }, context)
      if (!created.ok) return created
      const command = { type: 'AttachAgents', blueprintId, agentIds: [agentId] } as const
      const attached = await handle(blueprint, blueprintId, command, context)
      return attached.ok ? reply({ agentId }, attached.position) : attached
    },

    async 'blueprints.preview'({ tenant, params: { blueprintId } }) {
      const state = await liveBlueprint(tenant, blueprintId)
      if (!state) return missing
      const { version } = newestVersion(state)
      const items: BlueprintStanding[] = []
      for (const [agentId, from] of Object.entries(state.agents)) {
        const present = await live(tenant, agentId)
        if (!present) continue
        const versions = versionsBetween(state, from, version).map((document) =>
          deps.picturesAt({ tenant, agentId }, document),
        )
        const { changes, conflicts, diverged } = mergeBlueprint(versions, present.document, () => undefined)
        const inConflict = new Set(conflicts.map(({ path }) => path.split('.')[0]))
        items.push({
          agentId,
          title: present.document.title ?? '',
          version: from,
          takes: Object.keys(changes).filter((name) => !inConflict.has(name)),
          diverged,
          conflicts: conflicts.map(({ path, mine, theirs }) => ({
            path,
            ...(mine !== undefined && { blueprint: shown(mine) }),
            ...(theirs !== undefined && { agent: shown(theirs) }),
          })),
        })
      }
      items.sort((one, other) => one.title.localeCompare(other.title))
      return reply({ version, items })
    },

    async 'blueprints.rollOut'({ tenant, context, params: { blueprintId }, body }) {
      const state = await liveBlueprint(tenant, blueprintId)
      if (!state) return missing
      for (const { agentId } of body.targets)
        if (state.agents[agentId] === undefined && !(await live(tenant, agentId))) return noAgent
      const rolloutId = derivedId(20, tenant, context.cause.command)
      const targets = body.targets.map(({ agentId, keep = [], replace = [] }) => ({ agentId, keep, replace }))
      const { version, as, conflicts } = body
      const command = {
        type: 'StartRollout',
        ...{ blueprintId, rolloutId, version, as, conflicts },
        targets: targets.filter(
          ({ agentId }, nth) => nth === targets.findIndex((other) => other.agentId === agentId),
        ),
      } as const
      const handled = await handle(blueprint, blueprintId, command, context)
      return handled.ok ? reply({ rolloutId }, handled.position) : handled
    },

    async 'blueprints.undoRollout'({ context, params: { blueprintId, rolloutId } }) {
      const command = { type: 'StartUndo', blueprintId, rolloutId } as const
      return done(await handle(blueprint, blueprintId, command, context))
    },

    async 'blueprintDrafts.get'({ tenant, params: { agentId } }) {
      const state = await live(tenant, agentId)
      const draft = state && waitingDraft(state)
      if (!draft) return reply({})
      const { rolloutId, blueprintVersion: version, after: changes, before } = draft
      const from = await liveBlueprint(tenant, draft.blueprintId)
      return reply({
        draft: { rolloutId, version, changes, before, ...(from && { blueprint: from.name }) },
      })
    },

    async 'blueprintDrafts.settle'({ context, params: { agentId }, body: { rolloutId } }) {
      const command = { type: 'SettleBlueprintDraft', agentId, rolloutId } as const
      return done(await handle(agent, agentId, command, context))
    },
  }

  async function liveBlueprint(tenant: string, blueprintId: string) {
    const state = (await load(blueprint, blueprintId, tenant))?.state
    return state?.status === 'live' ? state : undefined
  }

  /** What an agent has published, as the blueprint keeps it. */
  async function contentOf(tenant: string, agentId: string, blueprintId: string) {
    const source = await live(tenant, agentId)
    if (!source) return noAgent
    // Its pictures are copied, so that they outlive the agent.
    return deps.keepPictures({ tenant, agentId: blueprintId }, blueprintContent(source.document))
  }
}

function onName({ context }: Pick<Call, 'context'>): CommandContext {
  return overwriting(blueprint, context, ['BlueprintCreated', 'BlueprintRenamed'])
}

function done(handled: { ok: true; position: number } | Extract<ReturnType<typeof refuse>, { ok: false }>) {
  return handled.ok ? reply({ success: true } as const, handled.position) : handled
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
