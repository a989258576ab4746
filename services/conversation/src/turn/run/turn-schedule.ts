/**
 * The order in which a busy process works on its turns: first whatever leads to the first text of a reply, because that
 * visitor sees nothing yet, and then the recording of replies whose text is already shown. In each iteration of the event
 * loop one step begins, so that answers of models and new messages are handled in between. Without a queue, a step
 * begins at once.
 */
export type TurnSchedule = {
  /** Resolves when the process may begin to answer a message. */
  toAnswer(): Promise<void>
  /** Resolves when the process may record a reply. */
  toRecord(): Promise<void>
}

/** After this time, in ms, a reply is recorded before further messages are answered. */
export const MAX_RECORDING_DELAY_MS = 250

type Step = { begin(): void; since: number }

export function createTurnSchedule(): TurnSchedule {
  // bounded: a step for each turn in progress
  const answering: Step[] = []
  const recording: Step[] = []
  let begunInIteration = false

  return {
    toAnswer: () => queue(answering),
    toRecord: () => queue(recording),
  }

  async function queue(steps: Step[]): Promise<void> {
    if (begunInIteration) {
      await new Promise<void>((begin) => steps.push({ begin, since: performance.now() }))
      return
    }
    begunInIteration = true
    setImmediate(beginNext)
  }

  function beginNext(): void {
    const [oldest] = recording
    const isLate = oldest !== undefined && performance.now() - oldest.since > MAX_RECORDING_DELAY_MS
    const step = (isLate ? undefined : answering.shift()) ?? recording.shift()
    begunInIteration = step !== undefined
    if (!step) return
    setImmediate(beginNext)
    step.begin()
  }
}
