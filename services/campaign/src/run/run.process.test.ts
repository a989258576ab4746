import type { CampaignRunInput } from '@parley/contracts/campaign/run-events.ts'
import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { expect, test } from 'vitest'
import { campaignRun } from './run.process.ts'

const list = { listId: 'c1' }
const fromList: CampaignRunInput = { type: 'RunStarted', ...list, fromLeads: false, live: false }
const fromLeads: CampaignRunInput = { type: 'RunStarted', ...list, fromLeads: true, live: true }
const batch = (next?: string): CampaignRunInput => ({
  ...{ type: 'BatchSent', channelGone: false },
  ...(next === undefined ? {} : { next }),
})
const later = '2026-11-22T08:00:00.000Z'
const send = { type: 'SendBatch', ...list } as const
const passed = { type: 'DeadlinePassed', name: 'send' } as const

test('writes batch by batch, and finishes when nobody is left', () => {
  givenProcess(campaignRun)
    .when(fromList)
    .then({ effects: [send] })
  givenProcess(campaignRun, fromList)
    .when(batch('now'))
    .then({ effects: [send] })
  givenProcess(campaignRun, fromList)
    .when(batch(later))
    .then({ deadlines: [{ name: 'send', due: later }] })
  givenProcess(campaignRun, fromList, batch(later))
    .when(passed)
    .then({ effects: [send] })
  givenProcess(campaignRun, fromList)
    .when(batch())
    .then({ commands: [{ type: 'FinishCampaign' }] })
})

test('adds all pages of leads first, and looks for later ones', () => {
  givenProcess(campaignRun)
    .when(fromLeads)
    .then({ effects: [{ type: 'AddPage', ...list }] })
  givenProcess(campaignRun, fromLeads)
    .when({ type: 'PageAdded', cursor: 'p2' })
    .then({ effects: [{ type: 'AddPage', ...list, cursor: 'p2' }] })
  givenProcess(campaignRun, fromLeads)
    .when({ type: 'PageAdded' })
    .then({ effects: [send] })
  const waiting = givenProcess(campaignRun, fromLeads, { type: 'PageAdded' })
  waiting.when(batch()).then({ deadlines: [{ name: 'look', due: '2026-11-21T12:05:00.000Z' }] })
  givenProcess(campaignRun, fromLeads, { type: 'PageAdded' }, batch())
    .when({ type: 'DeadlinePassed', name: 'look' })
    .then({ effects: [{ type: 'AddPage', ...list }] })
})

test('a pause takes the deadlines back, and nothing follows from what was under way', () => {
  givenProcess(campaignRun, fromList)
    .when({ type: 'RunPaused' })
    .then({
      deadlines: [
        { name: 'send', due: null },
        { name: 'look', due: null },
      ],
    })
  givenProcess(campaignRun, fromList, { type: 'RunPaused' }).when(batch('now')).then({})
})

test('goes on where it stood, with one effect at a time', () => {
  const paused = [fromLeads, { type: 'PageAdded', cursor: 'p2' }, { type: 'RunPaused' }] as const
  givenProcess(campaignRun, ...paused, { type: 'PageAdded', cursor: 'p3' })
    .when({ type: 'RunResumed' })
    .then({ effects: [{ type: 'AddPage', ...list, cursor: 'p3' }] })
  // The batch of before the pause is still under way: its outcome leads to the next one.
  givenProcess(campaignRun, fromList, { type: 'RunPaused' }).when({ type: 'RunResumed' }).then({})
  givenProcess(campaignRun, fromList, { type: 'RunPaused' }, { type: 'RunResumed' })
    .when(batch('now'))
    .then({ effects: [send] })
})

test('nothing follows after the end', () => {
  const ended = [fromList, { type: 'RunEnded' }] as const
  givenProcess(campaignRun, ...ended)
    .when(batch('now'))
    .then({})
  givenProcess(campaignRun, ...ended)
    .when(passed)
    .thenNothing()
  givenProcess(campaignRun, ...ended)
    .when({ type: 'RunResumed' })
    .thenNothing()
})

test('pauses where its channel is gone', () => {
  const actions = campaignRun.decide(
    givenProcess(campaignRun, fromList).state,
    { type: 'BatchSent', channelGone: true },
    new Date(),
  )
  expect(actions?.commands).toEqual([{ type: 'PauseCampaign' }])
})

test('those that failed are queued again before the next batch', () => {
  const retry = { type: 'RetryAsked', ...list } as const
  givenProcess(campaignRun, fromList, batch(), { type: 'RunEnded' })
    .when(retry)
    .then({ effects: [{ type: 'RetryPage', ...list }] })
  givenProcess(campaignRun, fromList, batch(), { type: 'RunEnded' }, retry)
    .when({ type: 'PageRetried' })
    .then({ effects: [send] })
})

test('a list is removed page by page, also of a draft', () => {
  const removal = { effects: [{ type: 'RemovePage', ...list }] } as const
  givenProcess(campaignRun)
    .when({ type: 'ListRemoved', ...list })
    .then({ effects: [...removal.effects] })
  givenProcess(campaignRun)
    .when({ type: 'PageRemoved', ...list, more: true })
    .then({ effects: [...removal.effects] })
  givenProcess(campaignRun)
    .when({ type: 'PageRemoved', ...list, more: false })
    .then({})
})
