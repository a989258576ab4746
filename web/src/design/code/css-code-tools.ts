/** What helps to write CSS and is loaded once the editor is shown: its problems, completion and search. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { cssLanguage } from '@codemirror/lang-css'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { t } from '../language.ts'
import { type CheckedCss, cssLint } from './css-lint.ts'

/** What the editor calls the parts of its search, and says of it to screen readers. */
const phrases = () => ({
  Find: t('Find'),
  Replace: t('Replace'),
  next: t('Next'),
  previous: t('Previous'),
  all: t('Select all'),
  'match case': t('Match case'),
  regexp: t('Regular expression'),
  'by word': t('Whole words'),
  replace: t('Replace'),
  'replace all': t('Replace all'),
  close: t('Close'),
  Completions: t('Completions'),
  Diagnostics: t('Problems'),
  'No diagnostics': t('No problems found.'),
  'Go to line': t('Go to line'),
  go: t('Go'),
  'current match': t('Current match'),
  'on line': t('on line'),
  'replaced match on line $': t('Replaced on line {line}', { line: '$' }),
  'replaced $ matches': t('Replaced: {count}', { count: '$' }),
})

export function cssCodeTools(given: {
  parts: Readonly<Record<string, string>> | undefined
  checked: () => CheckedCss | undefined
  /** Told how many problems there are. */
  onProblems: (many: number) => void
}): Extension {
  return [
    given.parts ? cssLanguage.data.of({ autocomplete: partNames(given.parts) }) : [],
    cssLint({
      parts: given.parts,
      checked: given.checked,
      onFound: (problems) => given.onProblems(problems.length),
    }),
    lintGutter(),
    highlightSelectionMatches(),
    closeBrackets(),
    autocompletion({ icons: false }),
    search({ top: true }),
    EditorState.phrases.of(phrases()),
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
  ]
}

/** Completes the names of parts within `[data-part='…']`. */
function partNames(parts: Readonly<Record<string, string>>) {
  const options = Object.entries(parts).map(([label, what]): Completion => ({ label, detail: t(what) }))
  return (context: CompletionContext) => {
    const typed = context.matchBefore(/data-part=['"]?[a-z-]*/)
    if (!typed) return null
    const name = /[a-z-]{0,80}$/.exec(typed.text.slice('data-part='.length))?.[0] ?? ''
    return { from: context.pos - name.length, options, validFor: /^[a-z-]*$/ }
  }
}
