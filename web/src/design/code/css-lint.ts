/** What is wrong with custom CSS: what can't be read, what the server leaves out, and names of no part. */

import { syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { EditorState, Extension } from '@codemirror/state'
import { t } from '../language.ts'
import { listed } from '../lists/listed.ts'
import { checkedAgain } from './css-code-state.ts'

/** Of a text that the server has read; offsets with \n as line ends. */
export type CheckedCss = { css: string; leftOut: readonly { from: number; to: number; why: string }[] }

type Parts = Readonly<Record<string, string>>

/** The most that are shown. */
const most = 100
/** After the last key, in ms. */
const delay = 300

/** `checked`: the newest answer of the server, which may be of an earlier text. `onFound`: told how many there are. */
export function cssLint(given: {
  parts: Parts | undefined
  checked: () => CheckedCss | undefined
  onFound: (problems: readonly Diagnostic[]) => void
}): Extension {
  return linter(
    ({ state }) => {
      const found = problemsIn(state, given.checked(), given.parts)
      given.onFound(found)
      return found
    },
    {
      delay,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(checkedAgain))),
    },
  )
}

function problemsIn(
  state: EditorState,
  checked: CheckedCss | undefined,
  parts: Parts | undefined,
): Diagnostic[] {
  const text = state.doc.toString()
  // The server parses as browsers do; until it has read this text, the parser of the editor stands in.
  const faults = checked?.css === text ? leftOutOf(text, checked) : unreadable(state)
  return [...faults, ...(parts ? unknownParts(text, parts) : [])]
    .toSorted((one, other) => one.from - other.from)
    .slice(0, most)
}

function leftOutOf(text: string, { leftOut }: CheckedCss): Diagnostic[] {
  return leftOut.map(({ from, to, why }) => ({
    from: Math.min(from, text.length),
    to: Math.min(Math.max(to, from), text.length),
    severity: 'error',
    message: `${why} It is left out.`,
  }))
}

function unreadable(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = []
  syntaxTree(state).iterate({
    enter({ type, from, to }) {
      if (type.isError && found.length < most)
        found.push({ from, to, severity: 'error', message: t('This can’t be read as CSS.') })
    },
  })
  return found
}

const named = /data-part\s?[~|^$*]?=\s?["']?([a-z-]{1,64})["']?/g

function unknownParts(text: string, parts: Parts): Diagnostic[] {
  return [...text.matchAll(named)].flatMap((match) => {
    const [whole, name = ''] = match
    if (name in parts) return []
    const from = match.index + whole.lastIndexOf(name)
    const message = t('There is no part “{name}”. Parts: {parts}.', {
      name,
      parts: listed(Object.keys(parts)),
    })
    return [{ from, to: from + name.length, severity: 'warning' as const, message }]
  })
}
