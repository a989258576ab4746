export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }
/** Lines, or a stretch of `hidden` lines that did not change. */
export type DiffPart = DiffLine | { kind: 'hidden'; hidden: number }

/** More pairs of lines than this are not compared one by one. */
const mostPairs = 4_000_000
const context = 2

/** What changed between two texts line by line (longest common subsequence); removed stands before added. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
}

/** The same with long unchanged stretches folded, two lines of context kept around each change. */
export function folded(lines: readonly DiffLine[]): DiffPart[] {
  const near = new Set<number>()
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'same') continue
    for (let beside = at - context; beside <= at + context; beside++) near.add(beside)
  }
  const parts: DiffPart[] = []
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1)
    if (near.has(at)) parts.push(line)
    else if (last?.kind === 'hidden') last.hidden += 1
    else parts.push({ kind: 'hidden', hidden: 1 })
  }
  return parts
}

const same = (text: string): DiffLine => ({ kind: 'same', text })
const removed = (text: string): DiffLine => ({ kind: 'removed', text })
const added = (text: string): DiffLine => ({ kind: 'added', text })

function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > mostPairs) return [...old.map(removed), ...now.map(added)]
  const lengths = commonLengths(old, now)
  const width = now.length + 1
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [before, after] = [old[i], now[j]]
    if (before !== undefined && before === after) {
      lines.push(same(before))
      i++
      j++
    } else if (
      before !== undefined &&
      (after === undefined || at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1))
    ) {
      lines.push(removed(before))
      i++
    } else {
      lines.push(added(after ?? ''))
      j++
    }
  }
  return lines
}

/** For each pair of places how many lines the two rests have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? at(lengths, (i + 1) * width + j + 1) + 1
          : Math.max(at(lengths, (i + 1) * width + j), at(lengths, i * width + j + 1))
    }
  }
  return lengths
}

const at = (lengths: Uint32Array, place: number): number => lengths[place] ?? 0
