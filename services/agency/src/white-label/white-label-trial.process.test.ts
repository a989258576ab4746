import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { test } from 'vitest'
import { whiteLabelTrialProcess } from './white-label-trial.process.ts'

const started = { type: 'TrialStarted', endsAt: Date.parse('2026-12-13T12:00:00.000Z') } as const
const passed = (name: string) => ({ type: 'DeadlinePassed', name }) as const

test('announces the end three days before, and ends the trial', () => {
  givenProcess(whiteLabelTrialProcess)
    .when(started)
    .then({
      deadlines: [
        { name: 'warn', due: '2026-12-10T12:00:00.000Z' },
        { name: 'end', due: '2026-12-13T12:00:00.000Z' },
      ],
    })
  givenProcess(whiteLabelTrialProcess, started)
    .when(passed('warn'))
    .then({ commands: [{ type: 'AnnounceTrialEnd' }] })
  givenProcess(whiteLabelTrialProcess, started, passed('warn'))
    .when(passed('end'))
    .then({ commands: [{ type: 'EndTrial' }] })
})

test('does nothing for a workspace that was deleted', () => {
  const deleted = { type: 'WorkspaceDeleted' } as const
  givenProcess(whiteLabelTrialProcess, started)
    .when(deleted)
    .then({
      deadlines: [
        { name: 'warn', due: null },
        { name: 'end', due: null },
      ],
    })
  givenProcess(whiteLabelTrialProcess, started, deleted).when(passed('end')).thenNothing()
  givenProcess(whiteLabelTrialProcess).when(deleted).thenNothing()
})

test('begins once, and announces nothing after the end', () => {
  givenProcess(whiteLabelTrialProcess, started).when(started).thenNothing()
  givenProcess(whiteLabelTrialProcess, started, passed('end')).when(passed('warn')).thenNothing()
})
