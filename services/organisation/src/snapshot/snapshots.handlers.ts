/** The endpoints of snapshots and imports, for one region. */
import type {
  ImportPreview,
  ImportView,
  organisationSnapshotEndpoints,
  SnapshotView,
} from '@parley/contracts/organisation/snapshot/endpoints.ts'
import type { ContentsOfAgent, SnapshotAgent } from '@parley/contracts/organisation/snapshot/file.ts'
import { partBytes, wholeUploadMB } from '@parley/contracts/organisation/snapshot/limits.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { isUnreachable } from '@parley/kernel/policies/policy-reaction.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { organisation } from '../organisation.decider.ts'
import { type Counts, count, type ExportDeps } from './export-organisations.policy.ts'
import { stepsOf } from './import-organisations.policy.ts'
import { type OpenFile, PartMissing, partId, partsOf } from './parts.ts'
import { NotASnapshot, readSnapshot, scanSnapshot } from './snapshot-file.ts'
import {
  importOf,
  madeIn,
  type OrganisationImport,
  organisationSnapshots,
  type Snapshot,
  type SnapshotParts,
  type SnapshotsState,
  snapshotOf,
} from './snapshots.decider.ts'
import { ofAgents, ofClients } from './undo-imports.policy.ts'

type Outcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

export type SnapshotHandlersDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> &
  Pick<ExportDeps, 'keepFile'> & {
    openFile: OpenFile
    /** Until when a file is kept (milliseconds); undefined if there is none. */
    keptUntil(of: { tenant: string; id: string }): Promise<number | undefined>
    onFault(error: unknown): void
    /** Why an agent's document can't be one of this workspace's; undefined if it can. */
    refuseAgent(
      tenant: string,
      document: SnapshotAgent['document'],
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
    /** Whether visitors have written to an agent since a moment (ISO 8601). */
    hasConversations(tenant: string, agentId: string, since: string): Promise<boolean>
    inTurn: InTurn
    /** Refuses if the organisation has credits. */
    closeAccount(organisationId: string, context: CommandContext): Promise<Outcome>
    now?(): number
  }

const noSnapshot = refuse('not-found', 'This snapshot does not exist.')
const noImport = refuse('not-found', 'This import does not exist.')
const expired = refuse('snapshot-expired', 'This file is no longer kept. Please upload it again.')
const gone = refuse('snapshot-expired', 'This file is no longer kept. Please make a new snapshot.')
const notASnapshot = refuse('not-a-snapshot', 'This file is no snapshot of an organization.', 'base64Payload')
const partMissing = refuse('not-found', 'A part of this file was not uploaded.')
const unreadable = refuse('snapshot-unreadable', 'This file can’t be read at present. Please try again.')

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
      if (known.made.availableUntil <= now()) return gone
      return {
        ok: true,
        text: partsOf(deps.openFile, tenant, snapshotId, known.made.file),
        contentType: 'application/gzip',
        headers: {
          'content-disposition': `attachment; filename="${fileNameOf(known)}"`,
          'content-length': String(known.made.bytes),
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      }
    },

    async 'organisationImports.uploadPart'({ tenant, params: { uploadId, part }, body }) {
      const bytes = Buffer.from(body.base64Payload, 'base64')
      if (bytes.length > partBytes) return refuse('too-large', `A part has at most ${partBytes} bytes.`)
      const kept = await deps.keepFile({ tenant, id: partId(uploadId, part) }, bytes)
      return kept.ok ? reply({ success: true as const }) : kept
    },

    async 'organisationImports.upload'({ tenant, context, body }) {
      const bytes = Buffer.from(body.base64Payload, 'base64')
      if (bytes.length > wholeUploadMB * 1_000_000) return notASnapshot
      const importId = importIdOf(tenant, context)
      return recordUpload(
        { importId, context, file: undefined },
        (async function* () {
          yield bytes
        })(),
        () => deps.keepFile({ tenant, id: importId }, bytes),
      )
    },

    async 'organisationImports.complete'({ tenant, context, params: { uploadId }, body: { parts } }) {
      const importId = importIdOf(tenant, context)
      const file = { id: uploadId, parts }
      return recordUpload({ importId, context, file }, partsOf(deps.openFile, tenant, importId, file), () =>
        lifetimeOf(tenant, file),
      )
    },

    async 'organisationImports.preview'({ tenant, params: { importId } }) {
      const known = importOf(await stateOf(tenant), importId)
      if (!known) return noImport
      const shown = importViewOf(known, now())
      if (known.steps !== undefined) return reply(withoutFile(shown, known))
      const read = await settingsOf(tenant, known)
      if ('rejection' in read) return read
      return reply({
        import: shown,
        madeAt: new Date(read.madeAt).toISOString(),
        agents: read.counts.leftOut,
        clients: read.clients,
        nameTaken: await deps.isNameTaken(tenant, read.name),
        obstacles: await obstaclesOf(tenant, read),
      })
    },

    async 'organisationImports.start'({ tenant, context, params: { importId } }) {
      const known = importOf(await stateOf(tenant), importId)
      if (!known) return noImport
      if (known.steps !== undefined) return reply({ success: true as const })
      const read = await settingsOf(tenant, known)
      if ('rejection' in read) return read
      const [obstacle] = await obstaclesOf(tenant, read)
      if (obstacle !== undefined) return refuse('import-not-possible', obstacle)
      const command = { type: 'StartImport', importId, steps: stepsOf(known) } as const
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
      if (await deps.hasConversations(tenant, agentId, new Date(known.uploadedAt).toISOString()))
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

  /** Records an upload once it is known what it holds, and the file is kept. */
  async function recordUpload(
    of: { importId: string; context: CommandContext; file: SnapshotParts },
    parts: AsyncIterable<Buffer>,
    keep: () => ReturnType<ExportDeps['keepFile']>,
  ) {
    const { importId, context, file } = of
    const { tenant } = context
    // One at a time: reading a large one takes seconds.
    const read = await deps.inTurn(tenant, 'organisation-upload', () => contentsOf(parts))
    if ('rejection' in read) return read
    const kept = await keep()
    if (!kept.ok) return kept
    const { availableUntil } = kept
    const { name, madeAt, counts } = read
    const { leftOut: contents, ...made } = counts
    const upload = { importId, availableUntil, name, madeAt, contents, file, ...made }
    const command = { type: 'RecordUpload', ...upload } as const
    const recorded = await handle(organisationSnapshots, tenant, command, context)
    return recorded.ok ? reply({ importId }, recorded.position) : recorded
  }

  type Contents = { name: string; madeAt: number; counts: Counts }

  /** What an uploaded file holds, read to its end. */
  async function contentsOf(
    parts: AsyncIterable<Buffer>,
  ): Promise<Contents | { ok: false; rejection: Rejection }> {
    const contents: Contents = { name: '', madeAt: 0, counts: emptyCounts() }
    const { counts } = contents
    try {
      for await (const line of scanSnapshot(parts)) {
        if ('header' in line) {
          contents.name = line.header.organisation.name
          contents.madeAt = line.header.madeAt
        } else if ('counted' in line) {
          if (line.counted === 'conversation') counts.conversations++
          if (line.counted === 'lead') counts.leads++
        } else if (!('unreadable' in line)) count(counts, line)
      }
    } catch (error) {
      if (error instanceof NotASnapshot) return notASnapshot
      if (error instanceof PartMissing) return partMissing
      throw error
    }
    return contents
  }

  /** Until when an uploaded file is kept: as long as its first part. */
  async function lifetimeOf(tenant: string, { id }: { id: string }) {
    const until = await deps.keptUntil({ tenant, id: partId(id, 0) })
    return until === undefined ? partMissing : ({ ok: true, availableUntil: until } as const)
  }

  type Settings = Contents & { clients: ImportPreview['clients']; problems: string[] }

  /** What a file says of agents and clients, which stands before its history. */
  async function settingsOf(
    tenant: string,
    { importId, file }: OrganisationImport,
  ): Promise<Settings | { ok: false; rejection: Rejection }> {
    const read: Settings = { name: '', madeAt: 0, counts: emptyCounts(), clients: [], problems: [] }
    const seen = new Set<string>()
    try {
      for await (const line of readSnapshot(partsOf(deps.openFile, tenant, importId, file))) {
        if ('header' in line) {
          read.name = line.header.organisation.name
          read.madeAt = line.header.madeAt
          continue
        }
        if ('unreadable' in line || 'conversation' in line || 'lead' in line) break
        count(read.counts, line)
        if ('agent' in line) {
          const refused = await deps.refuseAgent(tenant, line.agent.document)
          if (refused) read.problems.push(`${line.agent.document.title ?? ''}: ${refused.rejection.message}`)
        }
        if ('client' in line) {
          const { name, email } = line.client
          read.clients.push({ name, email, taken: seen.has(email) || (await deps.isEmailTaken(email)) })
          seen.add(email)
        }
      }
    } catch (error) {
      if (error instanceof PartMissing) return expired
      if (error instanceof NotASnapshot) return notASnapshot
      if (isUnreachable(error)) throw error
      deps.onFault(error)
      return unreadable
    }
    return read
  }

  async function obstaclesOf(tenant: string, { counts, clients, problems }: Settings): Promise<string[]> {
    const room = await deps.roomFor(tenant)
    const people = clients.filter(({ taken }) => !taken).length
    return [
      ...over('agents', counts.agents, room.agents),
      ...over('knowledge sources', counts.sources, room.sources),
      ...over('clients', people, room.clients),
      ...over('organizations', 1, room.organisations),
      ...problems,
    ]
  }
}

const emptyCounts = (): Counts => ({
  ...{ agents: 0, sources: 0, clients: 0, conversations: 0, leads: 0 },
  leftOut: [],
})

/** An import that was started outlives its file; what it leaves to be entered again was recorded. */
function withoutFile(
  shown: ImportView,
  { contents = [], madeAt, uploadedAt }: OrganisationImport,
): ImportPreview {
  const agents = contents.map((agent: ContentsOfAgent) => agent)
  const made = new Date(madeAt ?? uploadedAt).toISOString()
  return { ...{ import: shown, madeAt: made, agents, clients: [], nameTaken: false, obstacles: [] } }
}

function over(what: string, wanted: number, room: number): string[] {
  if (wanted <= room) return []
  return [
    `The plan of this workspace has room for ${Math.max(0, room)} more ${what}; this import needs ${wanted}.`,
  ]
}

function snapshotViewOf(known: Snapshot, now: number): SnapshotView {
  const { snapshotId, organisationId, name, withClients, withHistory = false, startedAt, progress } = known
  const { made, failure } = known
  const isOver = made !== undefined && made.availableUntil <= now
  return {
    ...{ snapshotId, organisationId, name, withClients, withHistory },
    startedAt: new Date(startedAt).toISOString(),
    state: failure ? 'failed' : !made ? 'making' : isOver ? 'expired' : 'made',
    ...(progress && !made && !failure && { progress }),
    ...(made && { made: shownOf(made) }),
    ...(failure && { failure }),
  }
}

function shownOf({ file: _, conversations = 0, leads = 0, ...made }: NonNullable<Snapshot['made']>) {
  return { ...made, conversations, leads, availableUntil: new Date(made.availableUntil).toISOString() }
}

const undoStates = { started: 'removing', done: 'removed', partly: 'partly-removed' } as const

function importViewOf(known: OrganisationImport, now: number): ImportView {
  const {
    importId,
    name,
    agents,
    sources,
    clients,
    conversations = 0,
    leads = 0,
    uploadedAt,
    availableUntil,
    steps = stepsOf(known),
    done,
    finished,
    undo,
    undoProblems,
  } = known
  const began =
    known.steps === undefined
      ? 'uploaded'
      : !finished
        ? 'importing'
        : finished.organisationId
          ? 'imported'
          : 'failed'
  return {
    ...{ importId, name, agents, sources, clients, conversations, leads },
    uploadedAt: new Date(uploadedAt).toISOString(),
    state:
      undo !== undefined
        ? undoStates[undo]
        : began === 'uploaded' && availableUntil <= now
          ? 'expired'
          : began,
    done: Math.min(
      steps,
      Object.values(done).reduce((sum, { count = 1 }) => sum + count, 0),
    ),
    steps,
    ...(finished?.organisationId !== undefined && { organisationId: finished.organisationId }),
    problems: [...(undoProblems ?? Object.values(done).flatMap(({ problem }) => problem ?? []))],
  }
}

const importIdOf = (tenant: string, { cause }: CommandContext): string =>
  derivedId(20, tenant, 'import', cause.command)

/** Of letters, digits and hyphens alone. */
function fileNameOf({ name, startedAt }: Snapshot): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-')
  const trimmed = plain.replace(/^-|-$/g, '').slice(0, 60).toLowerCase()
  return `${trimmed || 'organization'}-${new Date(startedAt).toISOString().slice(0, 10)}.json.gz`
}
