import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { same } from '@parley/contracts/same.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Edits } from './draft-comparison.ts'
import { type Choice, type Draft, mergeDraft } from './draft-merge.ts'

export type DraftsState = Record<string, Draft>
const initialState: DraftsState = {}

/**
 * `published`: the draft as it was sent; `server`: the published document since; `alone`: whether nobody else published
 * in between, so that what differs is what the server made of the draft, such as addresses of uploaded pictures.
 */
type Published = { agentId: string; published: AgentDocument; server: AgentDocument; alone: boolean }
/** `server`: the published document that the edits were made on. */
type Edited = { agentId: string; edits: Edits; server: AgentDocument }
type PutBack = { agentId: string; draft: Draft; after?: Draft | undefined }
type Chosen = { agentId: string; server: AgentDocument; choices: Readonly<Record<string, Choice>> }

/**
 * The unpublished edits of each agent. They are kept on navigation and reload, and removed by publishing or discarding.
 */
const slice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    draftsRestored(state, { payload }: PayloadAction<DraftsState>) {
      for (const [agentId, draft] of Object.entries(payload)) state[agentId] ??= draft
    },
    agentEdited(state, { payload: { agentId, edits, server } }: PayloadAction<Edited>) {
      const before = mergeDraft(state[agentId] ?? { edits: {}, base: {} }, server)
      const begun = Object.keys(edits).filter((name) => !(name in before.edits))
      const base = { ...pick(server, begun), ...before.base }
      state[agentId] = { edits: { ...before.edits, ...edits }, base }
    },
    draftDiscarded(state, action: PayloadAction<{ agentId: string }>) {
      delete state[action.payload.agentId]
    },
    /** Undoes the edit of one field; all others stay. */
    fieldDiscarded(
      state,
      { payload: { agentId, field } }: PayloadAction<{ agentId: string; field: string }>,
    ) {
      const draft = state[agentId]
      if (!draft) return
      const left = Object.keys(draft.edits).filter((name) => name !== field)
      if (left.length === 0) delete state[agentId]
      else state[agentId] = { edits: pick(draft.edits, left), base: pick(draft.base, left) }
    },
    /** Removes the published edits. Edits made during the call are kept. */
    draftPublished(state, { payload }: PayloadAction<Published>) {
      const { agentId, published, server, alone } = payload
      const draft = state[agentId]
      if (!draft) return
      const value = new Map(Object.entries(published))
      const left = Object.entries(draft.edits).filter(([name, edit]) => !same(edit, value.get(name)))
      if (left.length === 0) delete state[agentId]
      else
        state[agentId] = {
          edits: Object.fromEntries(left),
          base: pick(
            alone ? server : published,
            left.map(([name]) => name),
          ),
        }
    },
    /** Decides conflicts by their paths. All other conflicts stay. */
    conflictsDecided(state, { payload: { agentId, server, choices } }: PayloadAction<Chosen>) {
      const draft = state[agentId]
      if (!draft) return
      const { edits, base } = mergeDraft(draft, server, (path) => choices[path])
      if (Object.keys(edits).length === 0) delete state[agentId]
      else state[agentId] = { edits, base }
    },
    /** Puts a draft back. What was edited since the draft was `after` is newer and stays. */
    draftPutBack(state, { payload: { agentId, draft, after } }: PayloadAction<PutBack>) {
      const now = state[agentId] ?? { edits: {}, base: {} }
      const then = new Map(Object.entries(after?.edits ?? {}))
      const newer = Object.entries(now.edits).flatMap(([name, value]) =>
        same(value, then.get(name)) ? [] : [name],
      )
      state[agentId] = {
        edits: { ...draft.edits, ...pick(now.edits, newer) },
        base: { ...pick(now.base, newer), ...draft.base },
      }
    },
  },
})

export const {
  agentEdited,
  conflictsDecided,
  draftDiscarded,
  draftPublished,
  draftPutBack,
  draftsRestored,
  fieldDiscarded,
} = slice.actions
export const drafts = slice.reducer

function pick(document: Edits, names: readonly string[]): Edits {
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)))
}
