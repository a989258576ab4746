/** The snapshots of organisations that a workspace made and imported. Stream `organisationsnapshots-<workspaceId>`. */
import {
  type OrganisationSnapshotEvent,
  organisationSnapshotEvents,
  type SnapshotFailure,
} from '@parley/contracts/organisation/snapshot/events.ts'
import type { ContentsOfAgent, LeftOutOfAgent } from '@parley/contracts/organisation/snapshot/file.ts'
import { keptSnapshots } from '@parley/contracts/organisation/snapshot/limits.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

/** Where a file is kept: in parts; undefined for one that is kept whole under the id of what it belongs to. */
export type SnapshotParts = { id: string; parts: number } | undefined
export type SnapshotProgress = { bytes: number; conversations: number; leads: number }

export type SnapshotMade = {
  bytes: number
  agents: number
  sources: number
  clients: number
  conversations?: number | undefined
  leads?: number | undefined
  file?: SnapshotParts
  /** Milliseconds. */
  availableUntil: number
  leftOut: LeftOutOfAgent[]
}
export type Snapshot = {
  snapshotId: string
  organisationId: string
  name: string
  withClients: boolean
  withHistory?: boolean | undefined
  startedAt: number
  progress?: SnapshotProgress
  made?: SnapshotMade
  failure?: SnapshotFailure
}

/** What became of a step. */
export type ImportStep = {
  madeId?: string | undefined
  problem?: string | undefined
  count?: number | undefined
}
export type OrganisationImport = {
  importId: string
  name: string
  agents: number
  sources: number
  clients: number
  conversations?: number | undefined
  leads?: number | undefined
  file?: SnapshotParts
  uploadedAt: number
  availableUntil: number
  madeAt?: number | undefined
  contents?: readonly ContentsOfAgent[] | undefined
  /** Once it is started: how many things it makes. */
  steps?: number
  done: Readonly<Record<string, ImportStep>>
  finished?: { organisationId?: string | undefined }
  /** Once what it made is being removed, or was; `partly` if something could not be. */
  undo?: 'started' | 'done' | 'partly'
  /** What could not be removed and why, after the newest undo. */
  undoProblems?: readonly string[] | undefined
}

/** The newest of each, and the imports that are not over, oldest first. */
export type SnapshotsState = {
  snapshots: readonly Snapshot[]
  imports: readonly OrganisationImport[]
}

export type SnapshotsCommand =
  | {
      type: 'StartSnapshot'
      snapshotId: string
      organisationId: string
      name: string
      withClients: boolean
      withHistory?: boolean
    }
  | ({ type: 'RecordSnapshotProgress'; snapshotId: string } & SnapshotProgress)
  | ({ type: 'RecordSnapshot'; snapshotId: string } & SnapshotMade)
  | { type: 'RecordSnapshotFailure'; snapshotId: string; reason: SnapshotFailure }
  | ({ type: 'RecordUpload'; contents?: ContentsOfAgent[] } & Omit<
      OrganisationImport,
      'contents' | 'uploadedAt' | 'done' | 'steps' | 'finished' | 'undo' | 'undoProblems'
    >)
  | { type: 'StartImport'; importId: string; steps: number }
  | ({ type: 'RecordImportStep'; importId: string; step: string } & ImportStep)
  | { type: 'FinishImport'; importId: string; organisationId?: string | undefined }
  | { type: 'StartUndo'; importId: string }
  | { type: 'FinishUndo'; importId: string; organisationKept: boolean; problems: readonly string[] }

/** Of a step that failed, as people are told. */
export const unexpected = 'Something went wrong.'

const noImport = refuse('not-found', 'This import does not exist.')

/** Refuses with `not-found` and `conflict`. */
export const organisationSnapshots: Aggregate<SnapshotsState, SnapshotsCommand, OrganisationSnapshotEvent> = {
  category: 'organisationsnapshots',
  events: organisationSnapshotEvents,
  decider: { initialState: { snapshots: [], imports: [] }, evolve, decide },
}

export const snapshotOf = (state: SnapshotsState, snapshotId: string) =>
  state.snapshots.find((known) => known.snapshotId === snapshotId)

/** The ids of what an import made in steps whose names begin so. */
export const madeIn = ({ done }: Pick<OrganisationImport, 'done'>, step: RegExp): string[] =>
  Object.entries(done).flatMap(([name, { madeId }]) =>
    step.test(name) && madeId !== undefined ? [madeId] : [],
  )

export const importOf = (state: SnapshotsState, importId: string) =>
  state.imports.find((known) => known.importId === importId)

function decide(
  command: SnapshotsCommand,
  state: SnapshotsState,
  now: Date,
): Decision<OrganisationSnapshotEvent> {
  switch (command.type) {
    case 'StartSnapshot': {
      const { type: _, ...data } = command
      if (snapshotOf(state, command.snapshotId)) return accept()
      return accept({ type: 'OrganisationSnapshotStarted', data: { ...data, startedAt: now.getTime() } })
    }
    case 'RecordSnapshotProgress':
    case 'RecordSnapshot':
    case 'RecordSnapshotFailure': {
      const known = snapshotOf(state, command.snapshotId)
      if (!known || known.made || known.failure) return accept()
      if (command.type === 'RecordSnapshotProgress') {
        const { type: _, ...data } = command
        return accept({ type: 'OrganisationSnapshotProgressed', data })
      }
      const { snapshotId, organisationId } = known
      if (command.type === 'RecordSnapshotFailure')
        return accept({
          type: 'OrganisationSnapshotFailed',
          data: { snapshotId, organisationId, reason: command.reason },
        })
      const { type: _, ...made } = command
      return accept({ type: 'OrganisationSnapshotMade', data: { ...withoutUndefined(made), organisationId } })
    }
    case 'RecordUpload': {
      if (importOf(state, command.importId)) return accept()
      const { type: _, ...data } = command
      const uploadedAt = now.getTime()
      return accept({ type: 'OrganisationImportUploaded', data: { ...withoutUndefined(data), uploadedAt } })
    }
  }
  const known = importOf(state, command.importId)
  if (!known) return noImport
  const { importId } = known
  switch (command.type) {
    case 'StartImport':
      return known.steps === undefined
        ? accept({ type: 'OrganisationImportStarted', data: { importId, steps: command.steps } })
        : accept()
    case 'RecordImportStep': {
      if (known.done[command.step] || known.steps === undefined || known.finished) return accept()
      const { type: _, ...data } = command
      return accept({ type: 'OrganisationImportStepDone', data })
    }
    case 'FinishImport': {
      if (known.finished || known.steps === undefined) return accept()
      const { organisationId } = command
      return accept({
        type: 'OrganisationImportFinished',
        data: { importId, ...(organisationId !== undefined && { organisationId }) },
      })
    }
    case 'StartUndo':
      if (!known.finished) return refuse('conflict', 'This import is not over yet.')
      return known.undo === 'started' || known.undo === 'done'
        ? accept()
        : accept({ type: 'OrganisationImportUndoStarted', data: { importId } })
    case 'FinishUndo': {
      if (known.undo !== 'started') return accept()
      const { organisationKept, problems } = command
      const some = problems.length > 0 && { problems: [...problems] }
      return accept({ type: 'OrganisationImportUndone', data: { importId, organisationKept, ...some } })
    }
  }
}

function evolve(state: SnapshotsState, event: OrganisationSnapshotEvent): SnapshotsState {
  switch (event.type) {
    case 'OrganisationSnapshotStarted':
      return { ...state, snapshots: [...state.snapshots, event.data].slice(-keptSnapshots) }
    case 'OrganisationSnapshotProgressed': {
      const { snapshotId, ...progress } = event.data
      return withSnapshot(state, snapshotId, { progress })
    }
    case 'OrganisationSnapshotMade': {
      const { snapshotId, organisationId: _, ...made } = event.data
      return withSnapshot(state, snapshotId, { made: { ...made, leftOut: made.leftOut ?? [] } })
    }
    case 'OrganisationSnapshotFailed':
      return withSnapshot(state, event.data.snapshotId, { failure: event.data.reason })
    case 'OrganisationImportUploaded':
      return {
        ...state,
        imports: kept([...state.imports, { ...event.data, done: {} }]),
      }
    case 'OrganisationImportStarted':
      return withImport(state, event.data.importId, () => ({ steps: event.data.steps }))
    case 'OrganisationImportStepDone': {
      const { importId, step, ...outcome } = event.data
      return withImport(state, importId, ({ done }) => ({ done: { ...done, [step]: outcome } }))
    }
    case 'OrganisationImportFinished': {
      const { importId, organisationId } = event.data
      return withImport(state, importId, () => ({ finished: { organisationId } }))
    }
    case 'OrganisationImportUndoStarted':
      return withImport(state, event.data.importId, () => ({ undo: 'started' }))
    case 'OrganisationImportUndone': {
      const { importId, problems } = event.data
      return withImport(state, importId, () => ({
        undo: problems ? 'partly' : 'done',
        undoProblems: problems,
      }))
    }
  }
}

/** The newest ones, and those that are carried out or undone, whose steps are still recorded. */
function kept(imports: readonly OrganisationImport[]): OrganisationImport[] {
  return imports.filter(
    ({ steps, finished, undo }, nth) =>
      nth >= imports.length - keptSnapshots || (steps !== undefined && !finished) || undo === 'started',
  )
}

function withSnapshot(state: SnapshotsState, snapshotId: string, change: Partial<Snapshot>): SnapshotsState {
  const snapshots = state.snapshots.map((known) =>
    known.snapshotId === snapshotId ? { ...known, ...change } : known,
  )
  return { ...state, snapshots }
}

function withImport(
  state: SnapshotsState,
  importId: string,
  change: (known: OrganisationImport) => Partial<OrganisationImport>,
): SnapshotsState {
  const imports = state.imports.map((known) =>
    known.importId === importId ? { ...known, ...change(known) } : known,
  )
  return { ...state, imports }
}
