/**
 * Carries rollouts of blueprints out, and undoes them, agent by agent. What became of each is recorded; whoever is
 * killed in between goes on with the next agent, and an agent that has the rollout is not changed again.
 */

import { mergeBlueprint } from '@parley/contracts/agent/blueprint.ts'
import { blueprintEvents, type RolloutTarget } from '@parley/contracts/agent/blueprint-events.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { definePolicy, type OpenedOf, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agent } from '../agent.decider.ts'
import type { AgentHandlerDeps } from '../agent.handlers.ts'
import { type AgentState, only } from '../agent.state.ts'
import {
  type BlueprintCommand,
  type BlueprintState,
  blueprint,
  type Rollout,
  rolloutOf,
  versionsBetween,
} from './blueprint.decider.ts'

export type RollOutDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> &
  Pick<AgentHandlerDeps, 'keepPictures' | 'publishGate'> & {
    /** Undefined for an agent that does not exist any more. */
    live(tenant: string, agentId: string): Promise<AgentState | undefined>
    /** The document with the addresses that its pictures have at the agent. */
    picturesAt(of: { tenant: string; agentId: string }, document: AgentDocument): AgentDocument
  }

type Live = Extract<BlueprintState, { status: 'live' }>
type Result = Pick<Extract<BlueprintCommand, { type: 'RecordRollout' }>, 'outcome' | 'changed' | 'refusal'>
type Undone = Pick<Extract<BlueprintCommand, { type: 'RecordUndo' }>, 'outcome' | 'changed' | 'refusal'>
type Context = Parameters<CommandHandler['handle']>[3]

const failed = { outcome: 'refused', changed: [], refusal: 'unexpected' } as const satisfies Result & Undone
const name = 'roll-out-blueprints'
const events = pick(blueprintEvents, 'RolloutStarted', 'RolloutUndoStarted')
/** How often an agent that somebody saves at the same time is merged again. */
const TRIES = 5

export function rollOutBlueprints(deps: RollOutDeps): Policy<typeof events> {
  const { handle, load, refresh, live } = deps

  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event, attempt) {
      const { tenant } = event
      const { blueprintId, rolloutId } = event.data
      await refresh(blueprint.category, blueprintId)
      const state = (await load(blueprint, blueprintId, tenant))?.state
      const rollout = state?.status === 'live' ? rolloutOf(state, rolloutId) : undefined
      if (state?.status !== 'live' || !rollout) return
      for (const target of rollout.targets) {
        const { agentId } = target
        const of = { blueprintId, rolloutId, agentId }
        if (event.type === 'RolloutStarted') {
          if (rollout.outcomes[agentId]) continue
          const act = () => carryOut(event, state, rollout, target)
          const result = await attempt.step<Result>(act, failed)
          await record(event, { type: 'RecordRollout', ...of, ...result })
        } else {
          if (rollout.undone?.[agentId]) continue
          const result = await attempt.step<Undone>(() => takeBack(event, rollout, agentId), failed)
          await record(event, { type: 'RecordUndo', ...of, ...result })
        }
      }
    },
  })

  async function record(
    event: OpenedOf<typeof events>,
    command: Extract<BlueprintCommand, { type: 'RecordRollout' | 'RecordUndo' }>,
  ) {
    const { blueprintId, agentId } = command
    const handled = await handle(blueprint, blueprintId, command, contextOf(event, `${agentId}/result`))
    if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
  }

  async function carryOut(
    event: OpenedOf<typeof events>,
    state: Live,
    rollout: Rollout,
    target: RolloutTarget,
  ): Promise<Result> {
    const { tenant } = event
    const { agentId } = target
    const before = await live(tenant, agentId)
    if (!before) return { outcome: 'deleted', changed: [] }
    const former = before.blueprints.find(({ rolloutId }) => rolloutId === rollout.rolloutId)
    if (former) return resultOf(before, rollout)

    const originals = versionsBetween(state, state.agents[agentId] ?? rollout.version, rollout.version)
    const versions = originals.map((version) => deps.picturesAt({ tenant, agentId }, version))
    const decide = choicesOf(rollout, target)
    const { changes } = mergeBlueprint(versions, before.document, decide)
    const copied = await deps.keepPictures(
      { tenant, agentId },
      only(originals.at(-1) ?? {}, (field) => field in changes),
    )
    if (!copied.ok) return { outcome: 'refused', changed: [], refusal: copied.rejection.code }
    const command = {
      type: 'TakeBlueprint',
      agentId,
      blueprintId: event.data.blueprintId,
      blueprintVersion: rollout.version,
      rolloutId: rollout.rolloutId,
      versions,
      decide,
    } as const
    let refusal: string | undefined
    for (let tries = 1; rollout.as === 'published' && tries <= TRIES; tries++) {
      const present = await live(tenant, agentId)
      if (!present) return { outcome: 'deleted', changed: [] }
      const { changes } = mergeBlueprint(versions, present.document, decide)
      if (Object.keys(changes).length === 0) return { outcome: 'unchanged', changed: [] }
      const gate = await deps.publishGate(tenant, agentId, changes)
      refusal = gate?.refused?.rejection.code
      if (refusal !== undefined) break
      const handled = await handle(
        agent,
        agentId,
        { ...command, as: 'published', ...(gate && { testedOn: gate.testedOn }) },
        contextOf(event, `${agentId}/published`),
      )
      if (handled.ok) return resultOf(handled.state, rollout)
      refusal = handled.rejection.code
      if (refusal !== 'changed-meanwhile') break
    }
    const context = contextOf(event, `${agentId}/draft`)
    const refused = refusal === undefined ? {} : { refusal }
    const handled = await handle(agent, agentId, { ...command, ...refused, as: 'draft' }, context)
    if (handled.ok) return resultOf(handled.state, rollout)
    return handled.rejection.code === 'agent-deleted'
      ? { outcome: 'deleted', changed: [] }
      : { outcome: 'refused', changed: [], refusal: handled.rejection.code }
  }

  async function takeBack(
    event: OpenedOf<typeof events>,
    rollout: Rollout,
    agentId: string,
  ): Promise<Undone> {
    const { blueprintId, rolloutId } = event.data
    const before = await live(event.tenant, agentId)
    if (!before) return { outcome: 'deleted', changed: [] }
    const handled = await handle(
      agent,
      agentId,
      { type: 'TakeBlueprintBack', agentId, blueprintId, rolloutId },
      contextOf(event, agentId),
    )
    const taken = before.blueprints.find((known) => known.rolloutId === rollout.rolloutId)
    if (!handled.ok)
      return handled.rejection.code === 'agent-deleted'
        ? { outcome: 'deleted', changed: [] }
        : { outcome: 'refused', changed: taken?.changed ?? [], refusal: handled.rejection.code }
    const back = handled.state.blueprints.find((known) => known.rolloutId === rolloutId)?.takenBack
    if (!back || back.changed.length + back.kept.length === 0) return { outcome: 'unchanged', changed: [] }
    const outcome = back.changed.length === 0 ? 'kept' : back.kept.length === 0 ? 'undone' : 'partly'
    return { outcome, changed: back.kept }
  }
}

/** The context of a command for one agent: the same each time. */
function contextOf(event: OpenedOf<typeof events>, step: string): Context {
  return atStep(reactingTo(event, name), step)
}

function resultOf({ blueprints }: AgentState, { rolloutId }: Rollout): Result {
  const taken = blueprints.find((known) => known.rolloutId === rolloutId)
  if (!taken) return { outcome: 'unchanged', changed: [] }
  const { as: outcome, changed, refusal } = taken
  return { outcome, changed, ...(refusal !== undefined && { refusal }) }
}

function choicesOf({ conflicts }: Rollout, { keep, replace }: RolloutTarget) {
  const [kept, replaced] = [new Set(keep), new Set(replace)]
  return (path: string) => {
    if (kept.has(path)) return 'theirs'
    return replaced.has(path) || conflicts === 'replace' ? 'mine' : 'theirs'
  }
}
