/**
 * Runs a campaign: adds the leads of its audience page by page, then writes to recipients batch by batch, and waits for
 * those whose time has not come. Recipients are in streams and a read model of their own, so that the process holds a
 * cursor alone, however many there are.
 */
import {
  type CampaignRunCommand,
  type CampaignRunEffect,
  type CampaignRunInput,
  campaignRunCommand,
  campaignRunEffect,
  campaignRunInput,
} from '@parley/contracts/campaign/run-events.ts'
import type { Actions, ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

export type RunState = {
  listId: string
  phase: 'idle' | 'running' | 'paused' | 'ended'
  live: boolean
  /** What is left to be done before recipients are written to. */
  first?: CampaignRunEffect | undefined
  /** Whether an effect is under way, so that its outcome is still to come. */
  working: boolean
}

type Run = ProcessManager<RunState, CampaignRunInput, CampaignRunCommand, CampaignRunEffect>

/** How often later leads are looked for, in ms. */
const LOOK_AGAIN_MS = 300_000
const stopWaiting = { deadlines: [{ name: 'send', due: null }] }

export const campaignRun: Run = {
  name: 'campaignrun',
  event: 'CampaignRunAdvanced',
  input: campaignRunInput,
  command: campaignRunCommand,
  effect: campaignRunEffect,
  initialState: { listId: '', phase: 'idle', live: false, working: false },

  evolve(state, heard) {
    switch (heard.type) {
      case 'RunStarted': {
        const { listId, fromLeads, live } = heard
        const first = fromLeads ? ({ type: 'AddPage', listId } as const) : undefined
        return { listId, phase: 'running', live, first, working: true }
      }
      case 'RunPaused':
        return { ...state, phase: 'paused' }
      case 'RunResumed':
        return { ...state, phase: 'running', working: true }
      case 'RunEnded':
        return { ...state, phase: 'ended', first: undefined }
      case 'RetryAsked':
        return {
          ...{ ...state, phase: 'running', working: true, listId: heard.listId },
          first: { type: 'RetryPage', listId: heard.listId },
        }
      case 'PageAdded':
      case 'PageRetried': {
        const { cursor } = heard
        const type = heard.type === 'PageAdded' ? 'AddPage' : 'RetryPage'
        const ended = state.phase === 'ended'
        const first =
          cursor === undefined || ended ? undefined : ({ type, listId: state.listId, cursor } as const)
        return { ...state, first, working: state.phase === 'running' }
      }
      case 'BatchSent':
        return { ...state, working: heard.next === 'now' && state.phase === 'running' }
      case 'DeadlinePassed': {
        if (state.phase !== 'running') return state
        if (heard.name !== 'look') return { ...state, working: true }
        return { ...state, working: true, first: { type: 'AddPage', listId: state.listId } }
      }
      case 'ListRemoved':
      case 'PageRemoved':
        return state
    }
  },

  decide(state, heard, now) {
    const next = (of: RunState): Actions<CampaignRunCommand, CampaignRunEffect> => ({
      effects: [of.first ?? { type: 'SendBatch', listId: of.listId }],
    })
    switch (heard.type) {
      case 'RunStarted':
      case 'RetryAsked':
        return next(campaignRun.evolve(state, heard))
      case 'RunResumed':
        if (state.phase !== 'paused') return undefined
        // What is under way goes on by itself.
        return state.working ? {} : next(state)
      case 'RunPaused':
      case 'RunEnded':
        if (state.phase === 'ended' || state.phase === 'idle') return undefined
        return {
          deadlines: [
            { name: 'send', due: null },
            { name: 'look', due: null },
          ],
        }
      case 'PageAdded':
      case 'PageRetried':
        return state.phase === 'running' ? next(campaignRun.evolve(state, heard)) : {}
      case 'BatchSent': {
        if (state.phase !== 'running') return {}
        if (heard.channelGone) return { commands: [{ type: 'PauseCampaign' }], ...stopWaiting }
        const at = (ms: number) => new Date(ms).toISOString()
        const look = state.live ? [{ name: 'look', due: at(now.getTime() + LOOK_AGAIN_MS) }] : []
        if (heard.next === undefined)
          return state.live ? { deadlines: look } : { commands: [{ type: 'FinishCampaign' }] }
        if (heard.next === 'now') return next(state)
        return { deadlines: [{ name: 'send', due: heard.next }, ...look] }
      }
      case 'DeadlinePassed':
        if (state.phase !== 'running' || state.working) return undefined
        return next(campaignRun.evolve(state, heard))
      case 'ListRemoved':
        return { effects: [{ type: 'RemovePage', listId: heard.listId }] }
      case 'PageRemoved':
        return heard.more ? { effects: [{ type: 'RemovePage', listId: heard.listId }] } : {}
    }
  },
}
