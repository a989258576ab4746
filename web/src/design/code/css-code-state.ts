import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, StateEffect } from '@codemirror/state'
import {
  type EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type CodeField, codeField } from './code-field.ts'
import { colours, looks } from './css-code-looks.ts'

/** Says that the server has read the text. */
export const checkedAgain = StateEffect.define<null>()

/** Where the tools stand that are loaded after the editor is shown (`css-code-tools.ts`). */
export const tools = new Compartment()

/** Creates the state of an editor with `text`. Tab leaves the editor, as in other fields; Ctrl+] indents. */
export function cssCodeState(given: CodeField): EditorState {
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
      keymap.of([...defaultKeymap, ...historyKeymap]),
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
