import { diffArrays } from 'diff'

export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }
/** A line, a section of `hidden` unchanged lines, or at the end how many more lines there are. */
export type DiffPart = DiffLine | { kind: 'hidden' | 'more'; hidden: number }

/** Texts with more changed lines are reported as one removed and one added: the time grows with the square. */
const mostChanges = 1_500
const context = 2
/** Shown of a comparison: a page of somebody else may have a hundred thousand lines. */
export const mostLines = 2_000

/** Compares two texts line by line. Removed lines come before added ones. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const changes = diffArrays(old, now, { maxEditLength: mostChanges })
  if (!changes) return [...old.map(lineOf('removed')), ...now.map(lineOf('added'))]
  return changes.flatMap(({ value, removed, added }) =>
    value.map(lineOf(removed ? 'removed' : added ? 'added' : 'same')),
  )
}

const lineOf =
  (kind: DiffLine['kind']) =>
  (text: string): DiffLine => ({ kind, text })

/** Collapses long unchanged sections; keeps two lines of context around each change, and so many parts in all. */
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
  if (parts.length <= mostLines) return parts
  const more = parts.slice(mostLines).reduce((sum, part) => sum + ('hidden' in part ? part.hidden : 1), 0)
  return [...parts.slice(0, mostLines), { kind: 'more', hidden: more }]
}
