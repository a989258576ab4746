/** What the CodeMirror editors have in common: they behave like the other fields of a form. */
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { locale, t } from '../language.ts'
import { noticeFailure } from '../notices/notices.ts'

/** Marks a change that was made from outside of the editor and is not reported to `onEdited`. */
const fromOutside = Annotation.define<boolean>()

export type CodeField = {
  text: string
  label: string
  placeholder: string
  /** In characters. A longer text is refused with a notice. */
  maxLength: number
  onEdited: (text: string) => void
}

/** `attributes`: those of the text, besides its label. */
export function codeField(given: CodeField, attributes: Record<string, string>): Extension {
  const { label, maxLength } = given
  return [
    EditorView.lineWrapping,
    placeholder(given.placeholder),
    // Keyboards reach the text, and with it what is scrolled, where `contenteditable` alone does not say so.
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, ...attributes }),
    EditorState.changeFilter.of(({ startState, newDoc }) => {
      if (newDoc.length <= maxLength || newDoc.length <= startState.doc.length) return true
      noticeFailure(
        t('{name} has at most {count} characters.', {
          name: label,
          count: maxLength.toLocaleString(locale ?? 'en'),
        }),
      )
      return false
    }),
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (!docChanged || transactions.some((one) => one.annotation(fromOutside))) return
      given.onEdited(state.doc.toString())
    }),
  ]
}

/** Keeps an editor in the element of `box`, with `value` as its text. `state` is called when it is first rendered. */
export function useCodeField(
  value: string,
  state: () => EditorState,
): { box: RefObject<HTMLDivElement | null>; view: RefObject<EditorView | undefined> } {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const first = useRef(state)

  useLayoutEffect(() => {
    const made = new EditorView({ parent: box.current ?? undefined, state: first.current() })
    // Measures the lines before they are painted: what is below the editor would move afterwards.
    made.lineBlockAtHeight(0)
    view.current = made
    return () => made.destroy()
  }, [])

  // Applies changes from outside, such as discarding the draft or publishing by another user.
  useEffect(() => {
    if (view.current) showText(view.current, value)
  }, [value])

  return { box, view }
}

/** Shows `text` if it differs from the content. The change is not part of the undo history. */
function showText(view: EditorView, text: string): void {
  const { state } = view
  if (state.doc.eq(state.toText(text))) return
  view.dispatch({
    changes: { from: 0, to: state.doc.length, insert: text },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  })
}
