/** The endpoints of snapshots and imports, for one region. */
import { createHash } from 'node:crypto'
import type {
  ImportPreview,
  ImportView,
  organisationSnapshotEndpoints,
  SnapshotView,
} from '@parley/contracts/organisation/snapshot/endpoints.ts'
import type { SnapshotFile } from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { derivedId } from '@parley/kernel/derived-id.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import { organisation } from '../organisation.decider.ts'
import { type ExportDeps, leftOutOf } from './export-organisations.policy.ts'
import { type ImportDeps, stepsOf } from './import-organisations.policy.ts'
import { unpacked } from './packed.ts'
import {
  importOf,
  madeIn,
  type OrganisationImport,
  organisationSnapshots,
  type Snapshot,
  type SnapshotsState,
  snapshotOf,
} from './snapshots.decider.ts'
import { ofAgents, ofClients } from './undo-imports.policy.ts'

type Outcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

export type SnapshotHandlersDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> &
  Pick<ExportDeps, 'keepFile'> &
  Pick<ImportDeps, 'openFile'> & {
    /** Why an agent's document can't be one of this workspace's; undefined if it can. */
    refuseAgent(
      tenant: string,
      document: SnapshotFile['agents'][number]['document'],
    ): Promise<{ rejection: Rejection } | undefined>
    /** How much more the plan of a workspace allows. */
    roomFor(
      tenant: string,
    ): Promise<{ agents: number; sources: number; clients: number; organisations: number }>
    /** Whether an address is one of a client, in any region. */
    isEmailTaken(email: string): Promise<boolean>
    isNameTaken(tenant: string, name: string): Promise<boolean>
    /** How many clients an organisation has, and how many of these clients still are its own. */
    clientsIn(tenant: string, organisationId: string): Promise<number>
    organisationOf(tenant: string, clientId: string): Promise<string | undefined>
    /** Whether visitors have written to an agent. */
    hasConversations(tenant: string, agentId: string): Promise<boolean>
    /** Refuses if the organisation has credits. */
    closeAccount(organisationId: string, context: CommandContext): Promise<Outcome>
    now?(): number
  }

const noSnapshot = refuse('not-found', 'This snapshot does not exist.')
const noImport = refuse('not-found', 'This import does not exist.')
const expired = refuse('snapshot-expired', 'This file is no longer kept. Please upload it again.')

export function snapshotHandlers(deps: SnapshotHandlersDeps): Handlers<typeof organisationSnapshotEndpoints> {
  const { handle, load, now = Date.now } = deps

  return {
    async 'organisationSnapshots.list'({ tenant }) {
      const { snapshots, imports } = await stateOf(tenant)
      return reply({
        snapshots: snapshots.map((known) => snapshotViewOf(known, now())).reverse(),
        imports: imports.map((known) => importViewOf(known, now())).reverse(),
      })
    },

    async 'organisationSnapshots.make'({ tenant, context, params: { organisationId }, body }) {
      const found = (await load(organisation, organisationId, tenant))?.state
      if (found?.status !== 'live') return refuse('not-found', 'This organization does not exist.')
      const snapshotId = derivedId(20, tenant, organisationId, context.cause.command)
      const { name } = found.settings
      const command = { type: 'StartSnapshot', snapshotId, organisationId, name, ...body } as const
      const started = await handle(organisationSnapshots, tenant, command, context)
      return started.ok ? reply({ snapshotId }, started.position) : started
    },

    async 'organisationSnapshots.download'({ tenant, params: { snapshotId } }) {
      const known = snapshotOf(await stateOf(tenant), snapshotId)
      if (!known?.made) return noSnapshot
      const bytes = await deps.openFile({ tenant, id: snapshotId })
      if (!bytes) return noSnapshot
      return {
        ok: true,
        bytes,
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
        contentType: 'application/gzip',
        headers: {
          'content-disposition': `attachment; filename="${fileNameOf(known)}"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      }
    },

    async 'organisationImports.upload'({ tenant, context, body }) {
      const bytes = Buffer.from(body.base64Payload, 'base64')
      const read = await unpacked(bytes)
      if (!read.ok) return read
      const { file } = read
      const importId = derivedId(20, tenant, 'import', context.cause.command)
      const kept = await deps.keepFile({ tenant, id: importId }, bytes)
      if (!kept.ok) return kept
      const { availableUntil } = kept
      const command = {
        ...({ type: 'RecordUpload', importId, availableUntil } as const),
        name: file.organisation.name,
        agents: file.agents.length,
        sources: file.agents.reduce((sum, { knowledge }) => sum + knowledge.length, 0),
        clients: file.clients?.length ?? 0,
      }
      const recorded = await handle(organisationSnapshots, tenant, command, context)
      return recorded.ok ? reply({ importId }, recorded.position) : recorded
    },

    async 'organisationImports.preview'({ tenant, params: { importId } }) {
      const known = importOf(await stateOf(tenant), importId)
      if (!known) return noImport
      const file = await fileOf(tenant, importId)
      if (!file) return known.steps === undefined ? expired : reply(withoutFile(importViewOf(known, now())))
      const needed = new Map(leftOutOf(file).map((agent) => [agent.title, agent]))
      const nothing = { fields: [], functions: 0, websitePassages: 0 }
      const clients = await clientsIn(file)
      return reply({
        import: importViewOf(known, now()),
        madeAt: new Date(file.madeAt).toISOString(),
        agents: file.agents.map(({ document: { title = '' }, knowledge, leftOut }) => ({
          ...{ title, sources: knowledge.length },
          ...(needed.has(title) ? leftOut : nothing),
        })),
        clients,
        nameTaken: await deps.isNameTaken(tenant, file.organisation.name),
        obstacles: known.steps === undefined ? await obstaclesOf(tenant, file, clients) : [],
      })
    },

    async 'organisationImports.start'({ tenant, context, params: { importId } }) {
      const known = importOf(await stateOf(tenant), importId)
      if (!known) return noImport
      if (known.steps !== undefined) return reply({ success: true as const })
      const file = await fileOf(tenant, importId)
      if (!file) return expired
      const [obstacle] = await obstaclesOf(tenant, file, await clientsIn(file))
      if (obstacle !== undefined) return refuse('import-not-possible', obstacle)
      const command = { type: 'StartImport', importId, steps: stepsOf(file) } as const
      const started = await handle(organisationSnapshots, tenant, command, context)
      return started.ok ? reply({ success: true as const }, started.position) : started
    },

    async 'organisationImports.undo'({ tenant, context, params: { importId } }) {
      const known = importOf(await stateOf(tenant), importId)
      if (!known) return noImport
      const organisationId = known.finished?.organisationId
      if (known.finished && known.undo !== 'started' && known.undo !== 'done') {
        const inUse = await refuseInUse(tenant, known)
        if (inUse) return inUse
        const closed =
          organisationId === undefined ? undefined : await deps.closeAccount(organisationId, context)
        if (closed && !closed.ok) return closed
      }
      const command = { type: 'StartUndo', importId } as const
      const started = await handle(organisationSnapshots, tenant, command, context)
      return started.ok ? reply({ success: true as const }, started.position) : started
    },
  }

  /** What an import made is in use once something else would be lost with it. */
  async function refuseInUse(tenant: string, known: OrganisationImport) {
    const organisationId = known.finished?.organisationId
    for (const agentId of madeIn(known, ofAgents))
      if (await deps.hasConversations(tenant, agentId))
        return refuse(
          'import-in-use',
          'Visitors have written to an imported agent. Delete the agents that are no longer needed one by one.',
        )
    if (organisationId === undefined) return undefined
    let own = 0
    for (const clientId of madeIn(known, ofClients))
      if ((await deps.organisationOf(tenant, clientId)) === organisationId) own++
    return (await deps.clientsIn(tenant, organisationId)) > own
      ? refuse(
          'import-in-use',
          'The organization has clients that were not imported. Move or delete them first.',
        )
      : undefined
  }

  async function stateOf(tenant: string): Promise<SnapshotsState> {
    // The policies of another process record what they did.
    await deps.refresh(organisationSnapshots.category, tenant)
    const loaded = await load(organisationSnapshots, tenant, tenant)
    return loaded?.state ?? organisationSnapshots.decider.initialState
  }

  async function fileOf(tenant: string, importId: string): Promise<SnapshotFile | undefined> {
    const bytes = await deps.openFile({ tenant, id: importId })
    const read = bytes && (await unpacked(bytes))
    return read?.ok ? read.file : undefined
  }

  async function clientsIn({ clients = [] }: SnapshotFile) {
    const found: { name: string; email: string; taken: boolean }[] = []
    const seen = new Set<string>()
    for (const { name, email } of clients) {
      found.push({ name, email, taken: seen.has(email) || (await deps.isEmailTaken(email)) })
      seen.add(email)
    }
    return found
  }

  async function obstaclesOf(tenant: string, file: SnapshotFile, clients: readonly { taken: boolean }[]) {
    const room = await deps.roomFor(tenant)
    const sources = file.agents.reduce((sum, { knowledge }) => sum + knowledge.length, 0)
    const people = clients.filter(({ taken }) => !taken).length
    const obstacles = [
      ...over('agents', file.agents.length, room.agents),
      ...over('knowledge sources', sources, room.sources),
      ...over('clients', people, room.clients),
      ...over('organizations', 1, room.organisations),
    ]
    for (const { document } of file.agents) {
      const refused = await deps.refuseAgent(tenant, document)
      if (refused) obstacles.push(`${document.title ?? ''}: ${refused.rejection.message}`)
    }
    return obstacles
  }
}

/** An import that was started outlives its file. */
function withoutFile(shown: ImportView): ImportPreview {
  return {
    ...{ import: shown, madeAt: shown.uploadedAt, agents: [], clients: [], nameTaken: false, obstacles: [] },
  }
}

function over(what: string, wanted: number, room: number): string[] {
  if (wanted <= room) return []
  return [
    `The plan of this workspace has room for ${Math.max(0, room)} more ${what}; this import needs ${wanted}.`,
  ]
}

function snapshotViewOf(known: Snapshot, now: number): SnapshotView {
  const { snapshotId, organisationId, name, withClients, startedAt, made, failure } = known
  const isOver = made !== undefined && made.availableUntil <= now
  return {
    ...{ snapshotId, organisationId, name, withClients },
    startedAt: new Date(startedAt).toISOString(),
    state: failure ? 'failed' : !made ? 'making' : isOver ? 'expired' : 'made',
    ...(made && { made: { ...made, availableUntil: new Date(made.availableUntil).toISOString() } }),
    ...(failure && { failure }),
  }
}

const undoStates = { started: 'removing', done: 'removed', partly: 'partly-removed' } as const

function importViewOf(known: OrganisationImport, now: number): ImportView {
  const {
    importId,
    name,
    agents,
    sources,
    clients,
    uploadedAt,
    availableUntil,
    steps,
    done,
    finished,
    undo,
    undoProblems,
  } = known
  const began =
    steps === undefined
      ? 'uploaded'
      : !finished
        ? 'importing'
        : finished.organisationId
          ? 'imported'
          : 'failed'
  return {
    ...{ importId, name, agents, sources, clients },
    uploadedAt: new Date(uploadedAt).toISOString(),
    state:
      undo !== undefined
        ? undoStates[undo]
        : began === 'uploaded' && availableUntil <= now
          ? 'expired'
          : began,
    done: Object.keys(done).length,
    steps: steps ?? agents + sources + clients + 1,
    ...(finished?.organisationId !== undefined && { organisationId: finished.organisationId }),
    problems: [...(undoProblems ?? Object.values(done).flatMap(({ problem }) => problem ?? []))],
  }
}

/** Of letters, digits and hyphens alone. */
function fileNameOf({ name, startedAt }: Snapshot): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-')
  const trimmed = plain.replace(/^-|-$/g, '').slice(0, 60).toLowerCase()
  return `${trimmed || 'organization'}-${new Date(startedAt).toISOString().slice(0, 10)}.json.gz`
}
