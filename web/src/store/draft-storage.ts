/** Keeps drafts in the tab's session storage, so that a reload loses none. Secrets are never stored. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentFieldNames, editOf, fieldText, valueAt } from './agent-fields.ts'
import type { Draft } from './draft-merge.ts'
import { type DraftsState, draftsRestored } from './drafts.ts'
import { store } from './store.ts'

const storeAfterMs = 400
const secrets = agentFieldNames.filter((name) => fieldText(name).secret)

let keptFor: string | undefined

/** Restores the drafts that the user had in this tab and stores changes from now on. Signing out removes them. */
export function keepDrafts(userId: string): void {
  if (keptFor !== undefined) return
  keptFor = userId
  const key = `parley_drafts_${userId}`
  store.dispatch(draftsRestored(storedDrafts(sessionStorage.getItem(key))))
  let written = store.getState().drafts
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    written = store.getState().drafts
    put(key, written)
  }
  store.subscribe(() => {
    if (store.getState().drafts !== written) timer ??= setTimeout(write, storeAfterMs)
  })
  window.addEventListener('pagehide', () => timer !== undefined && write())
}

/** Returns the drafts of a stored text; none if it can't be read. */
export function storedDrafts(text: string | null): DraftsState {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter(([, draft]) => isDraft(draft)))
  } catch {
    return {}
  }
}

/** Returns the text to store, without secrets. */
export function draftsText(drafts: DraftsState): string {
  const kept = Object.entries(drafts).map(([agentId, { edits, base }]): [string, Draft] => [
    agentId,
    { edits: withoutSecrets(edits), base: withoutSecrets(base) },
  ])
  return JSON.stringify(Object.fromEntries(kept.filter(([, { edits }]) => Object.keys(edits).length > 0)))
}

function put(key: string, drafts: DraftsState): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, draftsText(drafts))
  } catch {
    // More than the browser stores, such as large pictures. What was stored before must not come back in its place.
    sessionStorage.removeItem(key)
  }
}

function withoutSecrets(document: Partial<AgentDocument>): Partial<AgentDocument> {
  let left = document
  for (const name of secrets)
    if (valueAt(left, name) !== undefined) left = { ...left, ...editOf(left, name, undefined) }
  return Object.fromEntries(Object.entries(left).filter(([, value]) => value !== undefined))
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('edits' in value) || !('base' in value)) return false
  return [value.edits, value.base].every((part) => typeof part === 'object' && part !== null)
}
