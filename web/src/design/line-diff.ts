import { diffArrays } from 'diff'

export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }
/** Lines, or a stretch of `hidden` lines that did not change. */
export type DiffPart = DiffLine | { kind: 'hidden'; hidden: number }

/** Texts that differ in more lines than this are told as one removed and one added: the time grows with its square. */
const mostChanges = 1_500
const context = 2

/** What changed between two texts line by line; removed stands before added. */
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
