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
import { Annotation, EditorState, Transaction } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { colours, looks } from './css-code-looks.ts'
import { type CheckedCss, cssLint } from './css-lint.ts'
import { noticeFailure } from './notices.ts'

/** Marks a change that was made from outside of the editor and is not reported to `onEdited`. */
const fromOutside = Annotation.define<boolean>()

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
export function cssCodeState(given: {
  text: string
  label: string
  placeholder: string
  maxLength: number
  parts: Readonly<Record<string, string>> | undefined
  checked: () => CheckedCss | undefined
  onEdited: (text: string) => void
  /** Told how many problems there are. */
  onProblems: (many: number) => void
}): EditorState {
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
      EditorView.lineWrapping,
      placeholder(given.placeholder),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.contentAttributes.of({
        // Keyboards reach the text, and with it what is scrolled, where `contenteditable` alone does not say so.
        tabindex: '0',
        'aria-label': given.label,
        spellcheck: 'false',
        autocapitalize: 'off',
        autocorrect: 'off',
      }),
      EditorState.changeFilter.of((change) => isShortEnough(change, given.maxLength)),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (!docChanged || transactions.some((one) => one.annotation(fromOutside))) return
        given.onEdited(state.doc.toString())
      }),
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

/** Shows `text` if it differs from the content. The change is not part of the undo history. */
export function withText(view: EditorView, text: string): void {
  const { state } = view
  if (state.doc.eq(state.toText(text))) return
  view.dispatch({
    changes: { from: 0, to: state.doc.length, insert: text },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  })
}

function isShortEnough({ startState, newDoc }: Transaction, maxLength: number): boolean {
  if (newDoc.length <= maxLength || newDoc.length <= startState.doc.length) return true
  noticeFailure(`Custom CSS has at most ${maxLength.toLocaleString('en')} characters.`)
  return false
}
