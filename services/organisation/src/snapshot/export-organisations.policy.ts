/** Makes the snapshots that were asked for, each as one file in parts that is kept for a day. */
import type { OrganisationSettings } from '@parley/contracts/organisation/settings.ts'
import {
  organisationSnapshotEvents,
  type SnapshotFailure,
} from '@parley/contracts/organisation/snapshot/events.ts'
import {
  type ContentsOfAgent,
  mostSnapshotClients,
  type SnapshotAgent,
  type SnapshotClient,
  type SnapshotHeader,
  type SnapshotLine,
  type SnapshotLineOf,
} from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { definePolicy, type OpenedOf, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { organisation } from '../organisation.decider.ts'
import { partId } from './parts.ts'
import { remapped } from './remapped.ts'
import { packed, SnapshotTooLarge } from './snapshot-file.ts'
import {
  organisationSnapshots,
  type SnapshotMade,
  type SnapshotProgress,
  snapshotOf,
} from './snapshots.decider.ts'

export type ExportDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** An agent's document without secrets and with its pictures; undefined if there is no such agent. */
  agentOf(
    tenant: string,
    agentId: string,
  ): Promise<(Pick<SnapshotAgent, 'document'> & { fields: string[]; functions: number }) | undefined>
  sourcesOf(tenant: string, agentId: string): AsyncIterable<SnapshotLineOf<'source'>>
  /** The conversations and leads of an agent. */
  historyOf(tenant: string, agentId: string): AsyncIterable<SnapshotLine>
  /** The ids of all clients of an organisation, as the log has them by now. */
  clientIdsIn(tenant: string, organisationId: string, most: number): Promise<string[]>
  /** Undefined for a client that was deleted meanwhile. */
  clientOf(tenant: string, clientId: string): Promise<SnapshotClient | undefined>
  keepFile(
    of: { tenant: string; id: string },
    bytes: Buffer,
  ): Promise<{ ok: true; availableUntil: number } | { ok: false; rejection: Rejection }>
}

const name = 'export-organisations'
const events = pick(organisationSnapshotEvents, 'OrganisationSnapshotStarted')
/** Progress is recorded after so many conversations, and after each part. */
const TOLD_EVERY = 500

/** Ends a snapshot with a reason that people are told. */
class NotMade extends Error {
  readonly reason: SnapshotFailure

  constructor(reason: SnapshotFailure) {
    super(reason)
    this.reason = reason
  }
}

export function exportOrganisations(deps: ExportDeps): Policy<typeof events> {
  const { handle, load, refresh } = deps

  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event, attempt) {
      const { tenant } = event
      const { snapshotId } = event.data
      await refresh(organisationSnapshots.category, tenant)
      const state = (await load(organisationSnapshots, tenant, tenant))?.state
      const known = state && snapshotOf(state, snapshotId)
      if (!known || known.made || known.failure) return
      const made = await attempt.step<SnapshotMade | SnapshotFailure>(() => make(event), 'unexpected')
      const command =
        typeof made === 'string'
          ? ({ type: 'RecordSnapshotFailure', snapshotId, reason: made } as const)
          : ({ type: 'RecordSnapshot', snapshotId, ...made } as const)
      const recorded = await handle(organisationSnapshots, tenant, command, reactingTo(event, name))
      if (!recorded.ok) throw new Error(recorded.rejection.code)
    },
  })

  async function make(event: OpenedOf<typeof events>): Promise<SnapshotMade | SnapshotFailure> {
    const { tenant, data } = event
    const state = (await load(organisation, data.organisationId, tenant))?.state
    if (state?.status !== 'live') return 'not-found'
    /** A part that an earlier try kept is not written again, so each try has its own. */
    const fileId = randomText(20)
    const collected = {
      ...{ bytes: 0, agents: 0, sources: 0, clients: 0, conversations: 0, leads: 0, availableUntil: 0 },
      leftOut: [] as ContentsOfAgent[],
    }
    let told = 0
    const tell = async (least: number) => {
      const { bytes, conversations, leads } = collected
      if (conversations + leads - told < least) return
      told = conversations + leads
      await recordProgress(event, `${fileId}/${bytes}/${told}`, { bytes, conversations, leads })
    }
    const counting = async function* () {
      for await (const line of linesOf(event, state.settings)) {
        count(collected, line)
        if ('conversation' in line || 'lead' in line) await tell(TOLD_EVERY)
        yield line
      }
    }
    const header: SnapshotHeader = {
      format: 'organisation-snapshot',
      version: 2,
      madeAt: Date.parse(event.at),
      organisation: state.settings,
    }
    let parts = 0
    try {
      for await (const bytes of packed(header, counting())) {
        const kept = await deps.keepFile({ tenant, id: partId(fileId, parts) }, bytes)
        if (!kept.ok) return 'storage-limit-reached'
        if (parts === 0) collected.availableUntil = kept.availableUntil
        parts++
        collected.bytes += bytes.length
        await tell(0)
      }
    } catch (error) {
      if (error instanceof SnapshotTooLarge) return 'snapshot-too-large'
      if (error instanceof NotMade) return error.reason
      throw error
    }
    const leftOut = leftOutOf(collected.leftOut)
    return { ...collected, leftOut, file: { id: fileId, parts } }
  }

  async function* linesOf(
    { tenant, data }: OpenedOf<typeof events>,
    { widgetIDs }: OrganisationSettings,
  ): AsyncGenerator<SnapshotLine> {
    const { organisationId, withClients, withHistory } = data
    const moved = new Map<string, string>()
    for (const id of widgetIDs) {
      const found = await deps.agentOf(tenant, id)
      if (!found) continue
      moved.set(id, id)
      const { document, fields, functions } = found
      yield { agent: { id, document, leftOut: { fields, functions, websitePassages: 0 } } }
      for await (const source of deps.sourcesOf(tenant, id)) yield { source }
    }
    const ids = withClients ? await deps.clientIdsIn(tenant, organisationId, mostSnapshotClients + 1) : []
    if (ids.length > mostSnapshotClients) throw new NotMade('too-many-clients')
    for (const id of ids) {
      const found = await deps.clientOf(tenant, id)
      if (found) yield { client: { ...found, id, widgetIDs: remapped(found.widgetIDs, moved) } }
    }
    if (withHistory) for (const id of moved.keys()) yield* deps.historyOf(tenant, id)
    yield { end: true }
  }

  async function recordProgress(
    event: OpenedOf<typeof events>,
    step: string,
    progress: SnapshotProgress,
  ): Promise<void> {
    const { tenant } = event
    const command = {
      type: 'RecordSnapshotProgress',
      snapshotId: event.data.snapshotId,
      ...progress,
    } as const
    const context = atStep(reactingTo(event, name), `progress/${step}`)
    const recorded = await handle(organisationSnapshots, tenant, command, context)
    if (!recorded.ok) throw new Error(recorded.rejection.code)
  }
}

/** What a snapshot or an upload holds, counted line by line. */
export type Counts = {
  agents: number
  sources: number
  clients: number
  conversations: number
  leads: number
  leftOut: ContentsOfAgent[]
}

export function count(counts: Counts, line: SnapshotLine): void {
  if ('agent' in line) {
    counts.agents++
    const { document, leftOut } = line.agent
    counts.leftOut.push({ title: document.title ?? '', ...leftOut, sources: 0 })
  } else if ('source' in line) {
    counts.sources++
    const agent = counts.leftOut.at(-1)
    if (agent) agent.websitePassages += line.source.websitePassages
    if (agent) agent.sources++
  } else if ('client' in line) counts.clients++
  else if ('conversation' in line) counts.conversations++
  else if ('lead' in line) counts.leads++
}

/** What agents need again at their new place; none for those that need nothing. */
export function leftOutOf(agents: readonly ContentsOfAgent[]): SnapshotMade['leftOut'] {
  return agents
    .filter(
      ({ fields, functions, websitePassages }) => fields.length > 0 || functions > 0 || websitePassages > 0,
    )
    .map(({ sources: _, ...leftOut }) => leftOut)
}
