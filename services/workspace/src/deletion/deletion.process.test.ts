import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { test } from 'vitest'
import { deletionProcess } from './deletion.process.ts'

const eraseAt = Date.parse('2026-12-21T12:00:00.000Z')
const requested = { type: 'DeletionRequested', eraseAt } as const
const undone = { type: 'DeletionUndone' } as const
const passed = (name: string) => ({ type: 'DeadlinePassed', name }) as const

test('waits until the time to undo it is over', () => {
  givenProcess(deletionProcess)
    .when(requested)
    .then({ deadlines: [{ name: 'end', due: '2026-12-21T12:00:00.000Z' }] })
  givenProcess(deletionProcess, requested).when(requested).thenNothing()
})

test('does nothing once it was undone, and can be asked for again', () => {
  givenProcess(deletionProcess, requested)
    .when(undone)
    .then({ deadlines: [{ name: 'end', due: null }] })
  givenProcess(deletionProcess, requested, undone).when(passed('end')).thenNothing()
  givenProcess(deletionProcess, requested, undone)
    .when(requested)
    .then({ deadlines: [{ name: 'end', due: '2026-12-21T12:00:00.000Z' }] })
})

test('ends the workspace first, and erases its keys ten minutes later', () => {
  givenProcess(deletionProcess, requested)
    .when(passed('end'))
    .then({
      commands: [{ type: 'EndWorkspace' }],
      deadlines: [{ name: 'erase', due: '2026-11-21T12:10:00.000Z' }],
    })
  givenProcess(deletionProcess, requested, passed('end'))
    .when(passed('erase'))
    .then({ effects: [{ type: 'Erase' }] })
  givenProcess(deletionProcess, requested, passed('end'), passed('erase'))
    .when({ type: 'Erased' })
    .then({ commands: [{ type: 'RecordErasure' }] })
})

test('can’t be undone once the workspace has ended', () => {
  givenProcess(deletionProcess, requested, passed('end')).when(undone).thenNothing()
  givenProcess(deletionProcess, requested, passed('end'), passed('erase')).when(undone).thenNothing()
})
