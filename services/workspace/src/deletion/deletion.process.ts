/**
 * Deletes a workspace when the time to undo it is over. First nobody can open it any more, and what others hold for it
 * ends (agents, channels at their providers), which takes credentials. Then its keys are erased, and with them everything.
 */
import {
  type WorkspaceDeletionCommand,
  type WorkspaceDeletionEffect,
  type WorkspaceDeletionInput,
  workspaceDeletionCommand,
  workspaceDeletionEffect,
  workspaceDeletionInput,
} from '@parley/contracts/workspace/deletion-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

export type DeletionProcessState = 'none' | 'waiting' | 'ending' | 'erasing' | 'erased'

/** Between the end of the workspace and the erasure of its keys. */
const WIND_DOWN_MS = 600_000

export const deletionProcess: ProcessManager<
  DeletionProcessState,
  WorkspaceDeletionInput,
  WorkspaceDeletionCommand,
  WorkspaceDeletionEffect
> = {
  name: 'deletion',
  event: 'WorkspaceDeletionAdvanced',
  input: workspaceDeletionInput,
  command: workspaceDeletionCommand,
  effect: workspaceDeletionEffect,
  initialState: 'none',

  evolve(state, heard) {
    switch (heard.type) {
      case 'DeletionRequested':
        return state === 'none' ? 'waiting' : state
      case 'DeletionUndone':
        return state === 'waiting' ? 'none' : state
      case 'Erased':
        return 'erased'
      case 'DeadlinePassed':
        if (heard.name === 'end') return state === 'waiting' ? 'ending' : state
        return state === 'ending' ? 'erasing' : state
    }
  },

  decide(state, heard, now) {
    switch (heard.type) {
      case 'DeletionRequested':
        if (state !== 'none') return undefined
        return { deadlines: [{ name: 'end', due: new Date(heard.eraseAt).toISOString() }] }
      case 'DeletionUndone':
        return state === 'waiting' ? { deadlines: [{ name: 'end', due: null }] } : undefined
      case 'Erased':
        return state === 'erasing' ? { commands: [{ type: 'RecordErasure' }] } : undefined
      case 'DeadlinePassed':
        if (heard.name === 'end' && state === 'waiting') {
          const due = new Date(now.getTime() + WIND_DOWN_MS).toISOString()
          return { commands: [{ type: 'EndWorkspace' }], deadlines: [{ name: 'erase', due }] }
        }
        return heard.name === 'erase' && state === 'ending' ? { effects: [{ type: 'Erase' }] } : undefined
    }
  },
}
