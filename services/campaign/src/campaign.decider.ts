/** What is sent to whom, and whether it runs. Stream `campaign-<campaignId>`. */
import { type CampaignEvent, campaignEvents } from '@parley/contracts/campaign/events.ts'
import type { CampaignState as Standing } from '@parley/contracts/campaign/names.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

export type CampaignState =
  | { standing: 'none' }
  | { standing: 'deleted' }
  | {
      standing: Standing
      campaignId: string
      listId: string
      settings: CampaignSettings
      /** Since it was started (ISO 8601): times of its schedule are not before. */
      startedAt?: string
    }
export type Campaign = Extract<CampaignState, { campaignId: string }>

export type CampaignCommand =
  | { type: 'CreateCampaign'; campaignId: string; settings: CampaignSettings }
  | { type: 'ChangeCampaign'; settings: CampaignSettings }
  | { type: 'ReplaceList'; listId: string }
  | { type: 'NoteUpload'; listId: string; importId: string; added: number }
  | { type: 'StartCampaign' }
  | { type: 'PauseCampaign'; reason: 'person' | 'channel' }
  | { type: 'ResumeCampaign' }
  | { type: 'CancelCampaign' }
  /** No effect if it does not run any more. */
  | { type: 'FinishCampaign' }
  | { type: 'RetryCampaign' }
  | { type: 'DeleteCampaign' }

/** Refuses with `not-found`, and whatever is not possible as it stands. */
export const campaign: Aggregate<CampaignState, CampaignCommand, CampaignEvent> = {
  category: 'campaign',
  events: campaignEvents,
  decider: { initialState: { standing: 'none' }, evolve, decide },
}

const notFound = refuse('not-found', 'This campaign does not exist.')
const alreadyStarted = refuse('already-started', 'The campaign has started. Only drafts can be changed.')
const notRunning = refuse('not-running', 'The campaign does not run.')

function decide(command: CampaignCommand, state: CampaignState, now: Date): Decision<CampaignEvent> {
  const at = now.toISOString()
  if (command.type === 'CreateCampaign') {
    if (state.standing !== 'none') return accept()
    const { campaignId, settings } = command
    const { agentId } = settings
    const data = { agentId, at, campaignId, listId: campaignId, settings }
    return accept({ type: 'CampaignCreated', data })
  }
  if (state.standing === 'none' || state.standing === 'deleted') return notFound
  const { listId, settings, standing } = state
  const of = { agentId: settings.agentId, at }
  const running = standing === 'running' || standing === 'paused'
  switch (command.type) {
    case 'ChangeCampaign':
      if (standing !== 'draft') return alreadyStarted
      return accept({
        type: 'CampaignChanged',
        data: { ...of, agentId: command.settings.agentId, settings: command.settings },
      })
    case 'ReplaceList':
      if (standing !== 'draft') return alreadyStarted
      return accept({
        type: 'CampaignListReplaced',
        data: { ...of, listId: command.listId, formerListId: listId },
      })
    case 'NoteUpload': {
      const { importId, added } = command
      return accept({
        type: 'CampaignRecipientsUploaded',
        data: { ...of, listId: command.listId, importId, added },
      })
    }
    case 'StartCampaign': {
      if (standing !== 'draft') return alreadyStarted
      const { audience } = settings
      const fromLeads = audience.kind !== 'list'
      const live = audience.kind !== 'list' && audience.live
      return accept({ type: 'CampaignStarted', data: { ...of, listId, fromLeads, live } })
    }
    case 'PauseCampaign':
      if (standing === 'paused') return accept()
      if (standing !== 'running') return notRunning
      return accept({ type: 'CampaignPaused', data: { ...of, reason: command.reason } })
    case 'ResumeCampaign':
      if (standing === 'running') return accept()
      if (standing !== 'paused') return refuse('not-paused', 'The campaign is not paused.')
      return accept({ type: 'CampaignResumed', data: of })
    case 'CancelCampaign':
      if (standing === 'cancelled') return accept()
      return running ? accept({ type: 'CampaignCancelled', data: of }) : notRunning
    case 'FinishCampaign':
      return running ? accept({ type: 'CampaignFinished', data: of }) : accept()
    case 'RetryCampaign':
      if (standing !== 'finished')
        return refuse('not-finished', 'Only a campaign that has finished can be tried again.')
      return accept({ type: 'CampaignRetried', data: { ...of, listId } })
    case 'DeleteCampaign':
      if (running) return refuse('still-running', 'Cancel the campaign before you delete it.')
      return accept({ type: 'CampaignDeleted', data: { ...of, listId } })
  }
}

function evolve(state: CampaignState, event: CampaignEvent): CampaignState {
  if (event.type === 'CampaignCreated') {
    const { campaignId, listId, settings } = event.data
    return { standing: 'draft', campaignId, listId, settings }
  }
  if (state.standing === 'none' || state.standing === 'deleted') return state
  switch (event.type) {
    case 'CampaignChanged':
      return { ...state, settings: event.data.settings }
    case 'CampaignListReplaced':
      return { ...state, listId: event.data.listId }
    case 'CampaignRecipientsUploaded':
      return state
    case 'CampaignStarted':
      return { ...state, standing: 'running', startedAt: event.data.at }
    case 'CampaignPaused':
      return { ...state, standing: 'paused' }
    case 'CampaignResumed':
    case 'CampaignRetried':
      return { ...state, standing: 'running' }
    case 'CampaignCancelled':
      return { ...state, standing: 'cancelled' }
    case 'CampaignFinished':
      return { ...state, standing: 'finished' }
    case 'CampaignDeleted':
      return { standing: 'deleted' }
  }
}
