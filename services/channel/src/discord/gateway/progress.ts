/** How far the events of a session are dealt with: several at once, each in its own time. */
export type Progress = {
  /** The number of the last event of which, and of all before which, nothing is left to do. */
  seq(): number
  begin(seq: number): void
  done(seq: number): void
}

export function createProgress(from: number): Progress {
  /** Under way, in the order of their numbers. */
  const open = new Set<number>()
  let last = from
  return {
    seq() {
      const [first] = open
      return first === undefined ? last : first - 1
    },
    begin(seq) {
      open.add(seq)
      last = Math.max(last, seq)
    },
    done: (seq) => void open.delete(seq),
  }
}
