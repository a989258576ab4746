import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
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
import { noticeFailure } from '../../design/notices.ts'
import { colours, looks } from './css-code-looks.ts'

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
  onEdited: (text: string) => void
}): EditorState {
  return EditorState.create({
    doc: given.text,
    extensions: [
      css(),
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
      ]),
      EditorView.contentAttributes.of({
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
