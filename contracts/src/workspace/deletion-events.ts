import { z } from 'zod'
import { processEvents } from '../process-events.ts'

export const workspaceDeletionInput = z.discriminatedUnion('type', [
  /** Milliseconds. */
  z.object({ type: z.literal('DeletionRequested'), eraseAt: z.number() }),
  z.object({ type: z.literal('DeletionUndone') }),
  z.object({ type: z.literal('Erased') }),
])
export type WorkspaceDeletionInput = z.infer<typeof workspaceDeletionInput>

export const workspaceDeletionCommand = z.object({ type: z.enum(['EndWorkspace', 'RecordErasure']) })
export type WorkspaceDeletionCommand = z.infer<typeof workspaceDeletionCommand>

export const workspaceDeletionEffect = z.object({ type: z.literal('Erase') })
export type WorkspaceDeletionEffect = z.infer<typeof workspaceDeletionEffect>

/** Stream `deletion-<workspaceId>`: how a workspace is deleted. */
export const workspaceDeletionEvents = processEvents('WorkspaceDeletionAdvanced', {
  summary: 'Went on with the deletion of the workspace',
  input: workspaceDeletionInput,
  command: workspaceDeletionCommand,
  effect: workspaceDeletionEffect,
})
