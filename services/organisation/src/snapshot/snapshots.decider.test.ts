import type { OrganisationSnapshotEvent } from '@parley/contracts/organisation/snapshot/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { organisationSnapshots } from './snapshots.decider.ts'

const T0 = Date.parse('2026-11-21T12:00:00Z')
const of = { snapshotId: 's1', organisationId: 'o1' }
const started: OrganisationSnapshotEvent = {
  type: 'OrganisationSnapshotStarted',
  data: { ...of, name: 'Acme', withClients: true, startedAt: T0 },
}
const figures = { agents: 1, sources: 2, clients: 3, availableUntil: T0 + 1 }
const made: OrganisationSnapshotEvent = {
  type: 'OrganisationSnapshotMade',
  data: { ...of, bytes: 9, ...figures, leftOut: [] },
}
const uploaded: OrganisationSnapshotEvent = {
  type: 'OrganisationImportUploaded',
  data: { importId: 'i1', name: 'Acme', uploadedAt: T0, ...figures },
}
const importing: OrganisationSnapshotEvent = {
  type: 'OrganisationImportStarted',
  data: { importId: 'i1', steps: 2 },
}
const step = (name: string, outcome: { madeId?: string; problem?: string }): OrganisationSnapshotEvent => ({
  type: 'OrganisationImportStepDone',
  data: { importId: 'i1', step: name, ...outcome },
})
const finished: OrganisationSnapshotEvent = {
  type: 'OrganisationImportFinished',
  data: { importId: 'i1', organisationId: 'o2' },
}

test('a snapshot is made or fails once', () => {
  const start = { type: 'StartSnapshot', ...of, name: 'Acme', withClients: true } as const
  given(organisationSnapshots).when(start).then(started)
  given(organisationSnapshots, started).when(start).thenNothing()
  const record = { type: 'RecordSnapshot' as const, snapshotId: 's1', bytes: 9, ...figures, leftOut: [] }
  given(organisationSnapshots, started).when(record).then(made)
  given(organisationSnapshots, started, made).when(record).thenNothing()
  const fail = { type: 'RecordSnapshotFailure', snapshotId: 's1', reason: 'snapshot-too-large' } as const
  given(organisationSnapshots, started)
    .when(fail)
    .then({ type: 'OrganisationSnapshotFailed', data: { ...of, reason: 'snapshot-too-large' } })
  given(organisationSnapshots, started, made).when(fail).thenNothing()
  given(organisationSnapshots).when(fail).thenNothing()
})

test('an import records each of its steps once, between its start and its end', () => {
  const upload = { type: 'RecordUpload', importId: 'i1', name: 'Acme', ...figures } as const
  given(organisationSnapshots).when(upload).then(uploaded)
  given(organisationSnapshots, uploaded).when(upload).thenNothing()
  const start = { type: 'StartImport', importId: 'i1', steps: 2 } as const
  given(organisationSnapshots).when(start).thenRejected('not-found')
  given(organisationSnapshots, uploaded).when(start).then(importing)
  given(organisationSnapshots, uploaded, importing).when(start).thenNothing()
  const record = { type: 'RecordImportStep', importId: 'i1', step: 'agents/0', madeId: 'a1' } as const
  given(organisationSnapshots, uploaded).when(record).thenNothing()
  given(organisationSnapshots, uploaded, importing)
    .when(record)
    .then(step('agents/0', { madeId: 'a1' }))
  const after = [uploaded, importing, step('agents/0', { problem: 'Full.' })]
  given(organisationSnapshots, ...after)
    .when(record)
    .thenNothing()
  const finish = { type: 'FinishImport', importId: 'i1', organisationId: 'o2' } as const
  given(organisationSnapshots, ...after)
    .when(finish)
    .then(finished)
  given(organisationSnapshots, ...after, finished)
    .when(finish)
    .thenNothing()
  given(organisationSnapshots, ...after, finished)
    .when({ ...record, step: 'organisation' })
    .thenNothing()
})

test('an import is undone once, after its end', () => {
  const undo = { type: 'StartUndo', importId: 'i1' } as const
  const undoing: OrganisationSnapshotEvent = {
    type: 'OrganisationImportUndoStarted',
    data: { importId: 'i1' },
  }
  const undone: OrganisationSnapshotEvent = {
    type: 'OrganisationImportUndone',
    data: { importId: 'i1', organisationKept: false },
  }
  const over = [uploaded, importing, finished]
  given(organisationSnapshots, uploaded, importing).when(undo).thenRejected('conflict')
  given(organisationSnapshots, ...over)
    .when(undo)
    .then(undoing)
  given(organisationSnapshots, ...over, undoing)
    .when(undo)
    .thenNothing()
  const finish = { type: 'FinishUndo', importId: 'i1', organisationKept: false, problems: [] } as const
  given(organisationSnapshots, ...over)
    .when(finish)
    .thenNothing()
  given(organisationSnapshots, ...over, undoing)
    .when(finish)
    .then(undone)
  given(organisationSnapshots, ...over, undoing, undone)
    .when(finish)
    .thenNothing()
  given(organisationSnapshots, ...over, undoing, undone)
    .when(undo)
    .thenNothing()
})

test('what could not be removed is recorded, and can be tried again', () => {
  const undo = { type: 'StartUndo', importId: 'i1' } as const
  const undoing: OrganisationSnapshotEvent = {
    type: 'OrganisationImportUndoStarted',
    data: { importId: 'i1' },
  }
  const problems = ['Acme: It has clients.']
  const partly: OrganisationSnapshotEvent = {
    type: 'OrganisationImportUndone',
    data: { importId: 'i1', organisationKept: true, problems },
  }
  const over = [uploaded, importing, finished, undoing]
  given(organisationSnapshots, ...over)
    .when({ type: 'FinishUndo', importId: 'i1', organisationKept: true, problems })
    .then(partly)
  given(organisationSnapshots, ...over, partly)
    .when(undo)
    .then(undoing)
  given(organisationSnapshots, ...over, partly, undoing)
    .when(undo)
    .thenNothing()
  given(organisationSnapshots, ...over, partly, undoing)
    .when({ type: 'FinishUndo', importId: 'i1', organisationKept: false, problems: [] })
    .then({ type: 'OrganisationImportUndone', data: { importId: 'i1', organisationKept: false } })
})

test('the newest are remembered alone', () => {
  const many = Array.from({ length: 30 }, (_, nth) => ({
    ...started,
    data: { ...started.data, snapshotId: `s${nth}` },
  })) as OrganisationSnapshotEvent[]
  const { snapshots } = given(organisationSnapshots, ...many).state
  expect(snapshots.map(({ snapshotId }) => snapshotId)).toEqual(
    Array.from({ length: 20 }, (_, nth) => `s${nth + 10}`),
  )
})

test('an import that is not over is remembered, however many others are uploaded', () => {
  const others = Array.from(
    { length: 25 },
    (_, nth): OrganisationSnapshotEvent => ({
      type: 'OrganisationImportUploaded',
      data: { importId: `other${nth}`, name: 'Acme', uploadedAt: T0, ...figures },
    }),
  )
  given(organisationSnapshots, uploaded, importing, ...others)
    .when({ type: 'RecordImportStep', importId: 'i1', step: 'agents/0', madeId: 'a1' })
    .then(step('agents/0', { madeId: 'a1' }))
  const undoing: OrganisationSnapshotEvent = {
    type: 'OrganisationImportUndoStarted',
    data: { importId: 'i1' },
  }
  given(organisationSnapshots, uploaded, importing, finished, undoing, ...others)
    .when({ type: 'FinishUndo', importId: 'i1', organisationKept: false, problems: [] })
    .then({ type: 'OrganisationImportUndone', data: { importId: 'i1', organisationKept: false } })
  given(organisationSnapshots, uploaded, importing, finished, ...others)
    .when({ type: 'StartUndo', importId: 'i1' })
    .thenRejected('not-found')
})
