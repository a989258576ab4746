import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { cssCodeState, withText } from './css-code-state.ts'
import type { CssEditorProps } from './css-editor.tsx'

/** A CodeMirror editor for CSS. */
export function CssCode(props: CssEditorProps) {
  const { value } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const current = useRef(props)
  current.current = props

  useEffect(() => {
    const { value, label, placeholder, maxLength } = current.current
    const made = new EditorView({
      parent: box.current ?? undefined,
      state: cssCodeState({
        text: value,
        label,
        placeholder,
        maxLength,
        onEdited: (text) => current.current.onChange(text),
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [])

  // Applies changes from outside, such as discarding the draft or publishing by another user.
  useEffect(() => {
    if (view.current) withText(view.current, value)
  }, [value])

  return <div ref={box} />
}
