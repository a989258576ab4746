/** Carries an import out, step by step. Each thing is made once, also if a process is killed between two steps. */

import type { OrganisationSettings } from '@parley/contracts/organisation/settings.ts'
import { organisationSnapshotEvents } from '@parley/contracts/organisation/snapshot/events.ts'
import type {
  ChangedPassage,
  SnapshotAgent,
  SnapshotClient,
  SnapshotFile,
  SnapshotSource,
} from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { atStep } from '@parley/kernel/command-step.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { derivedId } from '@parley/kernel/derived-id.ts'
import { type Attempt, definePolicy, type OpenedOf, type Policy, reactingTo } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { unpacked } from './packed.ts'
import { remapped } from './remapped.ts'
import { type ImportStep, importOf, organisationSnapshots, unexpected } from './snapshots.decider.ts'

type Context = CommandContext & { tenant: string }
type Refused = { ok: false; rejection: Rejection }

export type ImportDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** Undefined once it has expired. */
  openFile(of: { tenant: string; id: string }): Promise<Buffer | undefined>
  /** Each of these is idempotent for the same context. */
  createAgent(
    tenant: string,
    document: SnapshotAgent['document'],
    context: Context,
  ): Promise<{ ok: true; agentId: string } | Refused>
  addSource(
    tenant: string,
    agentId: string,
    source: SnapshotSource,
    context: Context,
  ): Promise<{ ok: true; sourceId: string } | Refused>
  /** Changes passages of a source once it is read; returns how many could not be changed. */
  changePassages(
    of: { tenant: string; agentId: string; sourceId: string },
    passages: readonly ChangedPassage[],
    context: Context,
  ): Promise<number>
  createOrganisation(
    organisationId: string,
    settings: OrganisationSettings,
    context: Context,
  ): Promise<{ ok: true } | Refused>
  createClient(
    client: SnapshotClient & { orgId: string },
    context: Context,
  ): Promise<{ ok: true; clientId: string } | Refused>
}

/** An import in the present try; `done`: what was recorded before it. */
type Running = {
  event: OpenedOf<typeof events>
  attempt: Attempt
  done: Readonly<Record<string, ImportStep>>
}

const name = 'import-organisations'
const events = pick(organisationSnapshotEvents, 'OrganisationImportStarted')

/** How many things an import makes. */
export function stepsOf({ agents, clients = [] }: SnapshotFile): number {
  const sources = agents.reduce((sum, { knowledge }) => sum + knowledge.length, 0)
  return agents.length + sources + 1 + clients.length
}

export function importOrganisations(deps: ImportDeps): Policy<typeof events> {
  const { handle, load, refresh } = deps

  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event, attempt) {
      const { tenant } = event
      const { importId } = event.data
      await refresh(organisationSnapshots.category, tenant)
      const state = (await load(organisationSnapshots, tenant, tenant))?.state
      const known = state && importOf(state, importId)
      if (!known || known.finished) return
      const file = await attempt.step(() => fileOf(tenant, importId), undefined)
      const organisationId = file && (await carryOut({ event, attempt, done: known.done }, file))
      await record(event, { type: 'FinishImport', importId, organisationId }, 'finished')
    },
  })

  async function fileOf(tenant: string, importId: string): Promise<SnapshotFile | undefined> {
    const bytes = await deps.openFile({ tenant, id: importId })
    const read = bytes && (await unpacked(bytes))
    return read?.ok ? read.file : undefined
  }

  /** Returns the organisation that was made; undefined if it was refused. */
  async function carryOut(running: Running, file: SnapshotFile): Promise<string | undefined> {
    const { event, attempt } = running
    const { tenant } = event
    const made = new Map<string, string>()
    for (const [nth, { id, document, knowledge }] of file.agents.entries()) {
      const title = document.title ?? ''
      const agentId = await once(running, `agents/${nth}`, title, async (context) => {
        const created = await deps.createAgent(tenant, document, context)
        return created.ok ? { madeId: created.agentId } : { problem: created.rejection.message }
      })
      if (agentId !== undefined) made.set(id, agentId)
      for (const [place, source] of knowledge.entries())
        await once(running, `agents/${nth}/knowledge/${place}`, source.name, async (context) => {
          if (agentId === undefined) return { problem: `It belongs to ${title}.` }
          const added = await deps.addSource(tenant, agentId, source, context)
          if (!added.ok) return { problem: added.rejection.message }
          const { sourceId } = added
          const missed = await attempt.step(
            () => deps.changePassages({ tenant, agentId, sourceId }, source.passages, context),
            source.passages.length,
          )
          return { madeId: sourceId, ...(missed > 0 && { problem: passagesMissed(missed) }) }
        })
    }
    const { organisation } = file
    const orgId = await once(running, 'organisation', organisation.name, async (context) => {
      const organisationId = derivedId(20, tenant, context.cause.command)
      const settings = { ...organisation, widgetIDs: remapped(organisation.widgetIDs, made) }
      const created = await deps.createOrganisation(organisationId, settings, context)
      return created.ok ? { madeId: organisationId } : { problem: created.rejection.message }
    })
    // Its name and address are kept under its own key alone, and only once there is such a client.
    for (const [nth, client] of (file.clients ?? []).entries())
      await once(running, `clients/${nth}`, `Client ${nth + 1} of the file`, async (context) => {
        if (orgId === undefined) return { problem: `It belongs to ${organisation.name}.` }
        const settings = { ...client, orgId, widgetIDs: remapped(client.widgetIDs, made) }
        const created = await deps.createClient(settings, context)
        return created.ok ? { madeId: created.clientId } : { problem: created.rejection.message }
      })
    return orgId
  }

  /** Carries a step out unless it was recorded; returns what it made. `what` is named in its problem. */
  async function once(
    { event, attempt, done }: Running,
    step: string,
    what: string,
    act: (context: Context) => Promise<ImportStep>,
  ): Promise<string | undefined> {
    const before = done[step]
    if (before) return before.madeId
    const failed: ImportStep = { problem: unexpected }
    const { madeId, problem } = await attempt.step(() => act(contextOf(event, step)), failed)
    const outcome = {
      ...(madeId !== undefined && { madeId }),
      ...(problem !== undefined && { problem: `${what}: ${problem}` }),
    }
    const { importId } = event.data
    await record(event, { type: 'RecordImportStep', importId, step, ...outcome }, `${step}/done`)
    return madeId
  }

  async function record(
    event: OpenedOf<typeof events>,
    command: Parameters<typeof organisationSnapshots.decider.decide>[0],
    step: string,
  ) {
    const recorded = await handle(organisationSnapshots, event.tenant, command, contextOf(event, step))
    if (!recorded.ok) throw new Error(recorded.rejection.code)
  }
}

function contextOf(event: OpenedOf<typeof events>, step: string): Context {
  return atStep(reactingTo(event, name), step)
}

function passagesMissed(missed: number): string {
  return missed === 1
    ? 'A passage that was changed by hand is as it was read.'
    : `${missed} passages that were changed by hand are as they were read.`
}
