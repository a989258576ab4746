/** Searches in a line of Markdown. Each part of the line is searched once, however often it is requested. */

/** Counts the characters read, so that tests can check that the work grows linearly with the text. */
export type Work = { characters: number }

export type Scan = {
  text: string
  work: Work
  /** Marks known to have no end further on. */
  hopeless: Set<string>
  /** Returns where the bracket at an index is closed; undefined if it is not. Parentheses must close on their line. */
  closed(at: number): number | undefined
  /**
   * Returns where a run of exactly `length` backticks comes next after an index; undefined if there is none. Must be
   * called with ascending indexes.
   */
  backticks(length: number, after: number): number | undefined
  /** Returns where an address ends: at the next white space or delimiter. Must be called with ascending indexes. */
  addressEnd(at: number): number
}

const addressEnds = /[\s<>"`]/g

export function scanOf(text: string, work: Work): Scan {
  let pairs: Map<number, number> | undefined
  let runs: Map<number, number[]> | undefined
  let end = -1
  work.characters += text.length
  return {
    text,
    work,
    hopeless: new Set(),
    closed(at) {
      pairs ??= bracketPairs(text, work)
      return pairs.get(at)
    },
    backticks(length, after) {
      runs ??= backtickRuns(text, work)
      const starts = runs.get(length) ?? []
      while ((starts.at(-1) ?? after) < after) starts.pop()
      return starts.at(-1)
    },
    addressEnd(at) {
      if (end >= at) return end
      addressEnds.lastIndex = at
      end = addressEnds.exec(text)?.index ?? text.length
      work.characters += end - at
      return end
    },
  }
}

/** Returns the closing bracket by opening bracket. A bracket after a backslash is text. */
function bracketPairs(text: string, work: Work): Map<number, number> {
  const pairs = new Map<number, number>()
  const square: number[] = []
  let round: number[] = []
  work.characters += text.length
  for (const { 0: found, index } of text.matchAll(/\\[^\n]|[[\]()\n]/g)) {
    if (found === '\n') round = []
    else if (found === '[') square.push(index)
    else if (found === '(') round.push(index)
    const open = found === ']' ? square.pop() : found === ')' ? round.pop() : undefined
    if (open !== undefined) pairs.set(open, index)
  }
  return pairs
}

/** Returns the starts of runs by length, last first. */
function backtickRuns(text: string, work: Work): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  work.characters += text.length
  for (const { 0: found, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(found.length) ?? []
    runs.set(found.length, starts)
    starts.push(index)
  }
  for (const starts of runs.values()) starts.reverse()
  return runs
}
