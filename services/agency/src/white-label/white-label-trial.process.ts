/** Announces the end of a white-label trial three days before, and ends it. */
import { whiteLabelWarningDays } from '@parley/contracts/agency/white-label.ts'
import {
  type WhiteLabelTrialCommand,
  type WhiteLabelTrialInput,
  whiteLabelTrialCommand,
  whiteLabelTrialInput,
} from '@parley/contracts/agency/white-label-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'
import { z } from 'zod'

const WARNING_MS = whiteLabelWarningDays * 86_400_000

export const whiteLabelTrialProcess: ProcessManager<
  'none' | 'running' | 'ended',
  WhiteLabelTrialInput,
  WhiteLabelTrialCommand,
  never
> = {
  name: 'whitelabeltrial',
  event: 'WhiteLabelTrialAdvanced',
  input: whiteLabelTrialInput,
  command: whiteLabelTrialCommand,
  effect: z.never(),
  initialState: 'none',

  evolve(state, heard) {
    if (heard.type === 'TrialStarted') return state === 'none' ? 'running' : state
    if (heard.type === 'WorkspaceDeleted') return 'ended'
    return heard.name === 'end' ? 'ended' : state
  },

  decide(state, heard) {
    if (heard.type === 'TrialStarted') {
      if (state !== 'none') return undefined
      const at = (ms: number) => new Date(ms).toISOString()
      const { endsAt } = heard
      return {
        deadlines: [
          { name: 'warn', due: at(endsAt - WARNING_MS) },
          { name: 'end', due: at(endsAt) },
        ],
      }
    }
    if (state !== 'running') return undefined
    if (heard.type === 'WorkspaceDeleted')
      return {
        deadlines: [
          { name: 'warn', due: null },
          { name: 'end', due: null },
        ],
      }
    return { commands: [{ type: heard.name === 'end' ? 'EndTrial' : 'AnnounceTrialEnd' }] }
  },
}
