/**
 * Turns work on many items into a call for one: what is asked for while the work is under way is gathered, and worked on
 * together next. For reads and commits that cost little more for many than for one.
 */
export function gathered<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 500 }: { most?: number } = {},
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void }
  // bounded: by the calls under way
  const waiting: Waiting[] = []
  let working = false

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (working) return
      working = true
      // Those of the same moment go together.
      setImmediate(workOff)
    })

  async function workOff(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0, most)
      try {
        const results = await work(some.map(({ item }) => item))
        for (const [nth, { resolve }] of some.entries()) resolve(results[nth] as Result)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    working = false
  }
}
