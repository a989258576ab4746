/** That the next click in the preview picks a part of the chat: asked for by the CSS editor, answered by the preview. */
import { useSyncExternalStore } from 'react'

type OnPicked = (part: string) => void

let asked: OnPicked | undefined
const listeners = new Set<() => void>()

/** `undefined` ends it. */
export function pickPart(onPicked: OnPicked | undefined): void {
  asked = onPicked
  for (const listener of listeners) listener()
}

/** Called by the preview. */
export function partPicked(part: string | undefined): void {
  const told = asked
  pickPart(undefined)
  if (part !== undefined) told?.(part)
}

export function usePicking(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
