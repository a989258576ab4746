import type { WhiteLabelEvent } from '@parley/contracts/agency/white-label-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { test } from 'vitest'
import { whiteLabel } from './white-label.decider.ts'

const NOW = new Date('2026-11-29T12:00:00.000Z')
const endsAt = Date.parse('2026-12-13T12:00:00.000Z')
const started: WhiteLabelEvent = {
  type: 'WhiteLabelTrialStarted',
  data: { userId: 'u1', startedAt: NOW.getTime(), endsAt },
}
const announced: WhiteLabelEvent = { type: 'WhiteLabelTrialEndsSoon', data: { endsAt } }
const ended: WhiteLabelEvent = { type: 'WhiteLabelTrialEnded', data: { endsAt } }
const start = { type: 'StartTrial', userId: 'u1' } as const
const announce = { type: 'AnnounceTrialEnd' } as const
const end = { type: 'EndTrial' } as const

test('a trial lasts 14 days, and a workspace has one', () => {
  given(whiteLabel).when(start, NOW).then(started)
  given(whiteLabel, started).when(start, NOW).thenRejected('trial-used')
  given(whiteLabel, started, ended).when(start, NOW).thenRejected('trial-used')
})

test('its end is announced once, and not when it is over', () => {
  given(whiteLabel, started).when(announce, NOW).then(announced)
  given(whiteLabel, started, announced).when(announce, NOW).thenNothing()
  given(whiteLabel, started, ended).when(announce, NOW).thenNothing()
  given(whiteLabel, started).when(announce, new Date(endsAt)).thenNothing()
  given(whiteLabel).when(announce, NOW).thenRejected('not-found')
})

test('it ends once', () => {
  given(whiteLabel, started, announced).when(end, NOW).then(ended)
  given(whiteLabel, started, announced, ended).when(end, NOW).thenNothing()
  given(whiteLabel).when(end, NOW).thenRejected('not-found')
})
