import { messageOf } from '../../server/client.ts'

export type Outcome<Item> = { item: Item; problem?: string }

/**
 * Does something for each item, one after the other, and goes on after a failure. Ends early where `signal` is aborted.
 * `onDone` is told of each outcome.
 */
export async function runEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { onDone, signal }: { onDone?: (outcome: Outcome<Item>) => void; signal?: AbortSignal } = {},
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = []
  for (const item of items) {
    if (signal?.aborted) break
    const problem = await work(item).then(
      () => undefined,
      (error: unknown) => messageOf(error),
    )
    const outcome = problem === undefined ? { item } : { item, problem }
    outcomes.push(outcome)
    onDone?.(outcome)
  }
  return outcomes
}
