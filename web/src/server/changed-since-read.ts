/** Asks the user whether to overwrite what somebody else changed meanwhile (`design/notices/changed-since-read-dialog.tsx`). */

type Answer = (overwrites: boolean) => void

let waiting: readonly Answer[] = []
const listeners = new Set<() => void>()

/** Resolves whether to save anyway. */
export function askAboutChange(): Promise<boolean> {
  return new Promise((resolve) => tell([...waiting, resolve]))
}

/** Answers the oldest question. */
export function answerAboutChange(overwrites: boolean): void {
  const [answer, ...others] = waiting
  tell(others)
  answer?.(overwrites)
}

export const isAskedAboutChange = (): boolean => waiting.length > 0

export function onAskedAboutChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(questions: readonly Answer[]): void {
  waiting = questions
  for (const listener of listeners) listener()
}
