import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, StateEffect, Transaction } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { colours, looks } from './css-code-looks.ts'
import { noticeFailure } from './notices.ts'

/** Marks a change that was made from outside of the editor and is not reported to `onEdited`. */
const fromOutside = Annotation.define<boolean>()

/** Says that the server has read the text. */
export const checkedAgain = StateEffect.define<null>()

/** Where the tools stand that are loaded after the editor is shown (`css-code-tools.ts`). */
export const tools = new Compartment()

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
      tools.of([]),
      syntaxHighlighting(colours),
      looks,
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      indentOnInput(),
      history(),
      EditorView.lineWrapping,
      placeholder(given.placeholder),
      keymap.of([...defaultKeymap, ...historyKeymap]),
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
