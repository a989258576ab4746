/** Makes the snapshots that were asked for, each as one file that is kept for a day. */
import {
  organisationSnapshotEvents,
  type SnapshotFailure,
} from '@parley/contracts/organisation/snapshot/events.ts'
import {
  mostSnapshotClients,
  type SnapshotAgent,
  type SnapshotClient,
  type SnapshotFile,
  type SnapshotSource,
} from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { organisation } from '../organisation.decider.ts'
import { packed } from './packed.ts'
import { remapped } from './remapped.ts'
import { organisationSnapshots, type SnapshotMade, snapshotOf } from './snapshots.decider.ts'

export type ExportDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** An agent's document without secrets and with its pictures; undefined if there is no such agent. */
  agentOf(
    tenant: string,
    agentId: string,
  ): Promise<(Pick<SnapshotAgent, 'document'> & { fields: string[]; functions: number }) | undefined>
  sourcesOf(tenant: string, agentId: string): Promise<{ sources: SnapshotSource[]; websitePassages: number }>
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
      const made = await attempt.step<SnapshotMade | SnapshotFailure>(
        () => make(tenant, event.data, Date.parse(event.at)),
        'unexpected',
      )
      const command =
        typeof made === 'string'
          ? ({ type: 'RecordSnapshotFailure', snapshotId, reason: made } as const)
          : ({ type: 'RecordSnapshot', snapshotId, ...made } as const)
      const recorded = await handle(organisationSnapshots, tenant, command, reactingTo(event, name))
      if (!recorded.ok) throw new Error(recorded.rejection.code)
    },
  })

  async function make(
    tenant: string,
    wanted: { snapshotId: string; organisationId: string; withClients: boolean },
    madeAt: number,
  ): Promise<SnapshotMade | SnapshotFailure> {
    const { snapshotId, organisationId } = wanted
    const state = (await load(organisation, organisationId, tenant))?.state
    if (state?.status !== 'live') return 'not-found'
    const agents: SnapshotAgent[] = []
    for (const id of state.settings.widgetIDs) {
      const found = await deps.agentOf(tenant, id)
      if (!found) continue
      const { sources, websitePassages } = await deps.sourcesOf(tenant, id)
      const { document, fields, functions } = found
      agents.push({ id, document, leftOut: { fields, functions, websitePassages }, knowledge: sources })
    }
    const own = new Map(agents.map(({ id }) => [id, id]))
    const clients: SnapshotClient[] = []
    if (wanted.withClients) {
      const ids = await deps.clientIdsIn(tenant, organisationId, mostSnapshotClients + 1)
      if (ids.length > mostSnapshotClients) return 'too-many-clients'
      for (const clientId of ids) {
        const found = await deps.clientOf(tenant, clientId)
        if (found) clients.push({ ...found, widgetIDs: remapped(found.widgetIDs, own) })
      }
    }
    const file: SnapshotFile = {
      format: 'organisation-snapshot',
      version: 1,
      madeAt,
      organisation: { ...state.settings, widgetIDs: remapped(state.settings.widgetIDs, own) },
      agents,
      ...(wanted.withClients && { clients }),
    }
    const bytes = await packed(file)
    if (!bytes) return 'snapshot-too-large'
    const kept = await deps.keepFile({ tenant, id: snapshotId }, bytes)
    if (!kept.ok) return 'storage-limit-reached'
    return {
      bytes: bytes.length,
      agents: agents.length,
      sources: agents.reduce((sum, { knowledge }) => sum + knowledge.length, 0),
      clients: clients.length,
      availableUntil: kept.availableUntil,
      leftOut: leftOutOf(file),
    }
  }
}

/** What agents need again at their new place; none for those that need nothing. */
export function leftOutOf({ agents }: SnapshotFile): SnapshotMade['leftOut'] {
  return agents
    .map(({ document, leftOut }) => ({ title: document.title ?? '', ...leftOut }))
    .filter(
      ({ fields, functions, websitePassages }) => fields.length > 0 || functions > 0 || websitePassages > 0,
    )
}
