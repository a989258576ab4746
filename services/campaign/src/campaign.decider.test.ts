import type { CampaignEvent } from '@parley/contracts/campaign/events.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { campaign } from './campaign.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const settings: CampaignSettings = {
  ...{ name: 'Spring', agentId: 'desk', medium: 'email', timeZone: 'UTC' },
  steps: [{ afterHours: 0, a: { subject: 'Hello', text: 'Hi {{name}}' } }],
  audience: { kind: 'leads', live: true },
  schedule: { kind: 'now' },
}
const of = { agentId: 'desk', at }
const created: CampaignEvent = {
  type: 'CampaignCreated',
  data: { ...of, campaignId: 'c1', listId: 'c1', settings },
}
const started: CampaignEvent = {
  type: 'CampaignStarted',
  data: { ...of, listId: 'c1', fromLeads: true, live: true },
}
const paused: CampaignEvent = { type: 'CampaignPaused', data: { ...of, reason: 'person' } }
const cancelled: CampaignEvent = { type: 'CampaignCancelled', data: of }
const finished: CampaignEvent = { type: 'CampaignFinished', data: of }

test('is created once, as a draft', () => {
  const command = { type: 'CreateCampaign', campaignId: 'c1', settings } as const
  given(campaign).when(command).then(created)
  given(campaign, created).when(command).thenNothing()
})

test('is changed, and its list replaced, while it is a draft', () => {
  const changed = { ...settings, name: 'Summer' }
  const change = { type: 'ChangeCampaign', settings: changed } as const
  given(campaign, created)
    .when(change)
    .then({ type: 'CampaignChanged', data: { ...of, settings: changed } })
  given(campaign, created, started).when(change).thenRejected('already-started')
  const replace = { type: 'ReplaceList', listId: 'l2' } as const
  given(campaign, created)
    .when(replace)
    .then({ type: 'CampaignListReplaced', data: { ...of, listId: 'l2', formerListId: 'c1' } })
  given(campaign, created, started).when(replace).thenRejected('already-started')
})

test('notes who uploaded recipients, also if it was started meanwhile', () => {
  const upload = { type: 'NoteUpload', listId: 'c1', importId: 'i1', added: 2 } as const
  const uploaded: CampaignEvent = {
    type: 'CampaignRecipientsUploaded',
    data: { ...of, listId: 'c1', importId: 'i1', added: 2 },
  }
  given(campaign, created).when(upload).then(uploaded)
  given(campaign, created, started).when(upload).then(uploaded)
  given(campaign).when(upload).thenRejected('not-found')
  given(campaign, created, uploaded).when({ type: 'StartCampaign' }).then(started)
})

test('starts with the leads of its audience', () => {
  given(campaign, created).when({ type: 'StartCampaign' }).then(started)
  given(campaign, created, started).when({ type: 'StartCampaign' }).thenRejected('already-started')
})

describe('pause, resume and cancel', () => {
  const pause = { type: 'PauseCampaign', reason: 'person' } as const
  test('a running one', () => {
    given(campaign, created, started).when(pause).then(paused)
    given(campaign, created, started, paused).when(pause).thenNothing()
    given(campaign, created, started, paused)
      .when({ type: 'ResumeCampaign' })
      .then({ type: 'CampaignResumed', data: of })
    given(campaign, created, started, paused).when({ type: 'CancelCampaign' }).then(cancelled)
  })
  test('no other', () => {
    given(campaign, created).when(pause).thenRejected('not-running')
    given(campaign, created, started, cancelled).when({ type: 'ResumeCampaign' }).thenRejected('not-paused')
    given(campaign, created).when({ type: 'CancelCampaign' }).thenRejected('not-running')
    given(campaign, created, started, cancelled).when({ type: 'CancelCampaign' }).thenNothing()
  })
})

test('finishes only while it runs', () => {
  given(campaign, created, started).when({ type: 'FinishCampaign' }).then(finished)
  given(campaign, created, started, cancelled).when({ type: 'FinishCampaign' }).thenNothing()
})

test('runs again for those that failed', () => {
  given(campaign, created, started, finished)
    .when({ type: 'RetryCampaign' })
    .then({ type: 'CampaignRetried', data: { ...of, listId: 'c1' } })
  given(campaign, created, started).when({ type: 'RetryCampaign' }).thenRejected('not-finished')
})

test('is deleted unless it runs', () => {
  given(campaign, created, started).when({ type: 'DeleteCampaign' }).thenRejected('still-running')
  const deleted: CampaignEvent = { type: 'CampaignDeleted', data: { ...of, listId: 'c1' } }
  given(campaign, created, started, finished).when({ type: 'DeleteCampaign' }).then(deleted)
  const after = given(campaign, created, deleted)
  expect(after.state).toEqual({ standing: 'deleted' })
  after.when({ type: 'StartCampaign' }).thenRejected('not-found')
})
