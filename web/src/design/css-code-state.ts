import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css, cssLanguage } from '@codemirror/lang-css'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  type EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type CodeField, codeField } from './code-field.ts'
import { colours, looks } from './css-code-looks.ts'
import { type CheckedCss, cssLint } from './css-lint.ts'

const searchWords = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
}

/** Creates the state of an editor with `text`. Tab leaves the editor, as in other fields; Ctrl+] indents. */
export function cssCodeState(
  given: CodeField & {
    parts: Readonly<Record<string, string>> | undefined
    checked: () => CheckedCss | undefined
    /** Told how many problems there are. */
    onProblems: (many: number) => void
  },
): EditorState {
  return EditorState.create({
    doc: given.text,
    extensions: [
      css(),
      given.parts ? cssLanguage.data.of({ autocomplete: partNames(given.parts) }) : [],
      cssLint({
        parts: given.parts,
        checked: given.checked,
        onFound: (problems) => given.onProblems(problems.length),
      }),
      lintGutter(),
      syntaxHighlighting(colours),
      looks,
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      history(),
      autocompletion({ icons: false }),
      search({ top: true }),
      EditorState.phrases.of(searchWords),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      codeField(given, { spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
    ],
  })
}

/** Writes `text` at `from` as a step that can be undone, and puts the cursor at `cursor`, in view. */
export function write(
  view: EditorView,
  given: { insert?: { from: number; text: string }; at: number },
): void {
  const { insert, at } = given
  view.dispatch({
    ...(insert ? { changes: { from: insert.from, insert: insert.text } } : {}),
    selection: { anchor: Math.min(at, view.state.doc.length + (insert?.text.length ?? 0)) },
    scrollIntoView: true,
    userEvent: 'input',
  })
}

/** Completes the names of parts within `[data-part='…']`. */
function partNames(parts: Readonly<Record<string, string>>) {
  const options = Object.entries(parts).map(([label, detail]): Completion => ({ label, detail }))
  return (context: CompletionContext) => {
    const typed = context.matchBefore(/data-part=['"]?[a-z-]*/)
    if (!typed) return null
    const name = /[a-z-]{0,80}$/.exec(typed.text.slice('data-part='.length))?.[0] ?? ''
    return { from: context.pos - name.length, options, validFor: /^[a-z-]*$/ }
  }
}
