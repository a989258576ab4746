/** Carries an import out, step by step. Each thing is made once, also if a process is killed between two steps. */

import type { OrganisationSettings } from '@parley/contracts/organisation/settings.ts'
import { organisationSnapshotEvents } from '@parley/contracts/organisation/snapshot/events.ts'
import type {
  ChangedPassage,
  SnapshotAgent,
  SnapshotClient,
  SnapshotHeader,
  SnapshotLine,
  SnapshotSource,
} from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import {
  type Attempt,
  definePolicy,
  type OpenedOf,
  type Policy,
  reactingTo,
} from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type OpenFile, PartMissing, partsOf } from './parts.ts'
import { remapped } from './remapped.ts'
import { NotASnapshot, type ReadLine, readSnapshot } from './snapshot-file.ts'
import {
  type ImportStep,
  importOf,
  type OrganisationImport,
  organisationSnapshots,
  unexpected,
} from './snapshots.decider.ts'

type Context = CommandContext & { tenant: string }
type Refused = { ok: false; rejection: Rejection }

export type HistoryLine = Extract<
  SnapshotLine,
  | Record<'conversation', unknown>
  | Record<'continued', unknown>
  | Record<'file', unknown>
  | Record<'lead', unknown>
>
/** Where history comes to stand: the ids of what was made, by those in the file. */
export type HistoryPlace = {
  tenant: string
  importId: string
  agentId: string
  sources: ReadonlyMap<string, string>
  clients: ReadonlyMap<string, string>
  /** Nothing of it may have happened later (ISO 8601). */
  before: string
}

export type ImportDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  openFile: OpenFile
  /** Each of these is idempotent for the same context. */
  createAgent(
    tenant: string,
    document: SnapshotAgent['document'],
    context: Context,
  ): Promise<{ ok: true; agentId: string; problem?: string } | Refused>
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
  importHistory(line: HistoryLine, place: HistoryPlace, context: Context): Promise<{ ok: true } | Refused>
}

/**
 * An import in the present try; `known`: what was recorded before it. `line`: the present one of the file, undefined
 * after the last and where the rest can't be read.
 */
type Running = {
  event: OpenedOf<typeof events>
  attempt: Attempt
  known: OrganisationImport
  header: SnapshotHeader
  line: ReadLine | undefined
  /** In the file, of the conversation or lead that lines belong to. */
  agentOfHistory?: string
  /** Goes on to the next line. */
  next(): Promise<void>
}
type Line = Running['line']

const name = 'import-organisations'
const events = pick(organisationSnapshotEvents, 'OrganisationImportStarted')
/** Conversations and leads of one step. */
const STEP = 200

/** How many things an import makes. */
export function stepsOf({
  agents,
  sources,
  clients,
  conversations = 0,
  leads = 0,
}: Pick<OrganisationImport, 'agents' | 'sources' | 'clients' | 'conversations' | 'leads'>): number {
  return agents + sources + 1 + clients + conversations + leads
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
      const parts = partsOf(deps.openFile, tenant, importId, known.file)
      const lines = readSnapshot(parts)
      try {
        const first = await attempt.step(() => nextIn(lines), undefined)
        const header = first && 'header' in first ? first.header : undefined
        const organisationId = header && (await carryOut(runningOf({ event, attempt, known }, header, lines)))
        await record(event, { type: 'FinishImport', importId, organisationId }, 'finished')
      } finally {
        await lines.return(undefined)
      }
    },
  })

  /** The next line; undefined where there is none, or the file is not one of ours from there on. */
  async function nextIn(lines: AsyncIterator<ReadLine>): Promise<Line> {
    try {
      const next = await lines.next()
      return next.done ? undefined : next.value
    } catch (error) {
      if (error instanceof NotASnapshot || error instanceof PartMissing) return undefined
      throw error
    }
  }

  function runningOf(
    of: Pick<Running, 'event' | 'attempt' | 'known'>,
    header: SnapshotHeader,
    lines: AsyncIterator<ReadLine>,
  ): Running {
    const running: Running = {
      ...of,
      header,
      line: { header },
      async next() {
        running.line = await of.attempt.step(() => nextIn(lines), undefined)
      },
    }
    return running
  }

  /** Returns the organisation that was made; undefined if it was refused. */
  async function carryOut(running: Running): Promise<string | undefined> {
    const { event, header } = running
    const { tenant } = event
    await running.next()
    const { agents, sources } = await importAgents(running)
    const orgId = await once(running, 'organisation', header.organisation.name, async (context) => {
      const organisationId = derivedId(20, tenant, context.cause.command)
      const settings = { ...header.organisation, widgetIDs: remapped(header.organisation.widgetIDs, agents) }
      const created = await deps.createOrganisation(organisationId, settings, context)
      return created.ok ? { madeId: organisationId } : { problem: created.rejection.message }
    })
    const clients = await importClients(running, orgId, agents)
    await importAllHistory(running, { agents, sources, clients })
    if (!running.line || !('end' in running.line))
      await once(running, 'rest', header.organisation.name, async () => ({
        count: 0,
        problem: 'The rest of the file can’t be read.',
      }))
    return orgId
  }

  /** Makes agents with their knowledge; returns the ids of both, by those in the file. */
  async function importAgents(running: Running) {
    const { event, attempt } = running
    const { tenant } = event
    const agents = new Map<string, string>()
    const sources = new Map<string, string>()
    for (let nth = 0; ; nth++) {
      const { line } = running
      if (!line || !('agent' in line)) return { agents, sources }
      const { id, document } = line.agent
      const title = document.title ?? ''
      const agentId = await once(running, `agents/${nth}`, title, async (context) => {
        const created = await deps.createAgent(tenant, document, context)
        if (!created.ok) return { problem: created.rejection.message }
        return { madeId: created.agentId, ...(created.problem !== undefined && { problem: created.problem }) }
      })
      if (agentId !== undefined) agents.set(id, agentId)
      await running.next()
      for (let place = 0; ; place++) {
        const { line: following } = running
        if (!following || !('source' in following)) break
        const { source } = following
        const { id: former, websitePassages: _, ...made } = source
        const sourceId = await once(
          running,
          `agents/${nth}/knowledge/${place}`,
          source.name,
          async (context) => {
            if (agentId === undefined) return { problem: `It belongs to ${title}.` }
            const added = await deps.addSource(tenant, agentId, made, context)
            if (!added.ok) return { problem: added.rejection.message }
            const { sourceId } = added
            const missed = await attempt.step(
              () => deps.changePassages({ tenant, agentId, sourceId }, source.passages, context),
              source.passages.length,
            )
            return { madeId: sourceId, ...(missed > 0 && { problem: passagesMissed(missed) }) }
          },
        )
        if (former !== undefined && sourceId !== undefined) sources.set(former, sourceId)
        await running.next()
      }
    }
  }

  /** A client’s name and address are kept under its own key alone, and only once there is such a client. */
  async function importClients(
    running: Running,
    orgId: string | undefined,
    agents: ReadonlyMap<string, string>,
  ): Promise<Map<string, string>> {
    const clients = new Map<string, string>()
    for (let nth = 0; running.line && 'client' in running.line; nth++) {
      const { id: former, ...client } = running.line.client
      const clientId = await once(
        running,
        `clients/${nth}`,
        `Client ${nth + 1} of the file`,
        async (context) => {
          if (orgId === undefined) return { problem: `It belongs to ${running.header.organisation.name}.` }
          const settings = { ...client, orgId, widgetIDs: remapped(client.widgetIDs, agents) }
          const created = await deps.createClient(settings, context)
          return created.ok ? { madeId: created.clientId } : { problem: created.rejection.message }
        },
      )
      if (former !== undefined && clientId !== undefined) clients.set(former, clientId)
      await running.next()
    }
    return clients
  }

  /** A step has so many conversations that recording it costs little, and carrying it out again little enough. */
  async function importAllHistory(
    running: Running,
    made: {
      agents: ReadonlyMap<string, string>
      sources: ReadonlyMap<string, string>
      clients: ReadonlyMap<string, string>
    },
  ): Promise<void> {
    for (let nth = 0; isHistory(running.line); nth++) {
      let taken = 0
      const isOfStep = () => isHistory(running.line) && !(taken >= STEP && isStart(running.line))
      const goOn = async () => {
        if (isStart(running.line)) taken++
        await running.next()
      }
      await once(running, `history/${nth}`, 'Conversations and leads', async (context) => {
        const refused = new Map<string, number>()
        let isLeftOut = false
        for (let line = 0; isOfStep(); line++) {
          const given = running.line
          if (isStart(given)) isLeftOut = false
          const rejection = isLeftOut
            ? undefined
            : await importLine(given, made, running, atStep(context, `${line}`))
          if (rejection) {
            const what = isStart(given) ? rejection.message : `A part: ${rejection.message}`
            refused.set(what, (refused.get(what) ?? 0) + 1)
            // What follows belongs to it.
            isLeftOut = isStart(given) || !(given && 'file' in given)
          }
          await goOn()
        }
        const problems = [...refused].map(([why, times]) => `${times} left out. ${why}`)
        return { count: taken, ...(problems.length > 0 && { problem: problems.join(' ') }) }
      })
      // Of a step that was done before, or could not be done.
      while (isOfStep()) await goOn()
    }
  }

  /** Returns why a line was refused. */
  async function importLine(
    line: Line,
    { agents, sources, clients }: Record<'agents' | 'sources' | 'clients', ReadonlyMap<string, string>>,
    running: Running,
    context: Context,
  ): Promise<Rejection | undefined> {
    if (!isHistory(line) || 'unreadable' in line) return unreadable
    const { event, known } = running
    if ('conversation' in line) running.agentOfHistory = line.conversation.agentId
    if ('lead' in line) running.agentOfHistory = line.lead.agentId
    const agentId = agents.get(running.agentOfHistory ?? '')
    if (agentId === undefined) return noAgent
    const before = new Date(known.uploadedAt).toISOString()
    const { tenant } = event
    const place = { tenant, importId: known.importId, agentId, sources, clients, before }
    const imported = await deps.importHistory(line, place, context)
    return imported.ok ? undefined : imported.rejection
  }

  /** Carries a step out unless it was recorded; returns what it made. `what` is named in its problem. */
  async function once(
    { event, attempt, known }: Running,
    step: string,
    what: string,
    act: (context: Context) => Promise<ImportStep>,
  ): Promise<string | undefined> {
    const before = known.done[step]
    if (before) return before.madeId
    const failed: ImportStep = { problem: unexpected }
    const { madeId, problem, count } = await attempt.step(() => act(contextOf(event, step)), failed)
    const outcome = {
      ...(madeId !== undefined && { madeId }),
      ...(count !== undefined && { count }),
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

type OfHistory = HistoryLine | { unreadable: true }

function isHistory(line: Line): line is OfHistory {
  return (
    line !== undefined &&
    ['conversation', 'continued', 'file', 'lead', 'unreadable'].some((name) => name in line)
  )
}

/** Whether a line is the first of a conversation or a lead. */
function isStart(line: Line): boolean {
  return line !== undefined && ('conversation' in line || 'lead' in line || 'unreadable' in line)
}

const unreadable: Rejection = { code: 'not-importable', message: 'It can’t be read.' }
const noAgent: Rejection = { code: 'not-found', message: 'Its agent was not imported.' }
