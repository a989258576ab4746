import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Edits } from './draft-comparison.ts'
import { same } from './same.ts'

/** `base`: the published value of each edited field when its editing began, used to detect conflicts. */
export type Draft = { edits: Edits; base: Edits }
type DraftsState = Record<string, Draft>
const initialState: DraftsState = {}

/** `published`: the draft as it was sent; `server`: what it is there, where an uploaded picture has an address. */
type Published = { agentId: string; published: AgentDocument; server: AgentDocument }
type Edited = { agentId: string; edits: Edits; server: AgentDocument }

/** The unpublished edits of each agent. They are kept on navigation and removed by publishing or discarding. */
const slice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    agentEdited(state, { payload: { agentId, edits, server } }: PayloadAction<Edited>) {
      const before = state[agentId] ?? { edits: {}, base: {} }
      const begun = Object.keys(edits).filter((name) => !(name in before.edits))
      const base = { ...pick(server, begun), ...before.base }
      state[agentId] = { edits: { ...before.edits, ...edits }, base }
    },
    draftDiscarded(state, action: PayloadAction<{ agentId: string }>) {
      delete state[action.payload.agentId]
    },
    /** Removes the published edits. Edits made during the call are kept. */
    draftPublished(state, { payload: { agentId, published, server } }: PayloadAction<Published>) {
      const draft = state[agentId]
      if (!draft) return
      const value = new Map(Object.entries(published))
      const left = Object.entries(draft.edits).filter(([name, edit]) => !same(edit, value.get(name)))
      if (left.length === 0) delete state[agentId]
      else
        state[agentId] = {
          edits: Object.fromEntries(left),
          base: pick(
            server,
            left.map(([name]) => name),
          ),
        }
    },
    /**
     * Resolves conflicts: `edits` replace the edits of these fields, with the current published values as their base.
     */
    draftRebased(state, { payload: { agentId, edits, server } }: PayloadAction<Edited>) {
      const draft = state[agentId]
      if (!draft) return
      Object.assign(draft.edits, edits)
      Object.assign(draft.base, pick(server, Object.keys(edits)))
    },
    /** Discards the edits of some fields, so that the published values apply. */
    fieldsDiscarded(state, action: PayloadAction<{ agentId: string; fields: readonly string[] }>) {
      const { agentId, fields } = action.payload
      const draft = state[agentId]
      if (!draft) return
      const kept = Object.keys(draft.edits).filter((name) => !fields.includes(name))
      if (kept.length === 0) delete state[agentId]
      else state[agentId] = { edits: pick(draft.edits, kept), base: pick(draft.base, kept) }
    },
  },
})

export const { agentEdited, draftDiscarded, draftPublished, draftRebased, fieldsDiscarded } = slice.actions
export const drafts = slice.reducer

function pick(document: Edits, names: readonly string[]): Edits {
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)))
}
