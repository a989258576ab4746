/** Matches one expression against texts made for it, for a test that terminates this thread if it takes too long. */
import { parentPort } from 'node:worker_threads'

/** Length of a text in characters: twice what the body of a request may contain. */
const LONGEST = 524_288

parentPort?.on('message', ({ pattern, flags }: { pattern: string; flags: string }) => {
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
  for (const text of attacksOn(pattern)) expression.exec(text)
  parentPort?.postMessage('matched')
})

/** Many repetitions of what the expression repeats, before, after and between the pieces it looks for. */
function* attacksOn(pattern: string): Generator<string> {
  const wanted = charactersOf(pattern)
  const pumps = [...wanted, ...wanted.slice(1).map((one, nth) => wanted[nth] + one)]
  const named = pattern.match(/(?:\\[^\w]|[\w<>"'=/:@-])+/g) ?? []
  const pieces = ['', ...named.slice(0, 12).map((piece) => piece.replaceAll('\\', ''))]
  for (const pump of new Set(pumps)) {
    const many = pump.repeat(LONGEST / pump.length / 2)
    for (const piece of new Set(pieces)) {
      yield `${piece}${many}\n${many}\0`
      yield `${many}${piece}${many}\0${piece}`
      yield `${(piece + pump).repeat(LONGEST / (piece.length + pump.length))}\0`
    }
  }
}

/** One character of each kind that the pattern names, in its order; the first of each class. */
function charactersOf(pattern: string): string[] {
  const kinds: Record<string, string> = {
    s: ' ',
    S: 'x',
    w: 'a',
    W: '!',
    d: '1',
    D: 'x',
    t: '\t',
    n: '\n',
    b: ' ',
    p: 'é',
    P: '1',
  }
  const named = [...pattern.matchAll(/\\([a-zA-Z])(?:\{[^}]*\})?|\\(.)|([^\\^$()[\]{}|?*+])/gu)].map(
    ([, kind, escaped, plain]) => (kind ? (kinds[kind] ?? kind) : (escaped ?? plain ?? '')),
  )
  return [...new Set([...named.slice(0, 24), ' ', '\t', 'x', '!'])]
}
