import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { insertVariable, promptCodeState, withPrompt } from './prompt-code-state.ts'
import type { PromptEditorProps } from './prompt-editor.tsx'

/** A CodeMirror editor for a prompt. */
export function PromptCode(props: PromptEditorProps) {
  const { value, handle } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const current = useRef(props)
  current.current = props

  useEffect(() => {
    const { value, label, placeholder, maxLength } = current.current
    const made = new EditorView({
      parent: box.current ?? undefined,
      state: promptCodeState({
        text: value,
        label,
        placeholder,
        maxLength,
        variables: () => current.current.variables,
        onEdited: (text) => current.current.onChange(text),
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [])

  useImperativeHandle(handle, () => ({
    insert: (name) => view.current && insertVariable(view.current, name),
  }))

  // Applies changes from outside, such as discarding the draft or publishing by another user.
  useEffect(() => {
    if (view.current) withPrompt(view.current, value)
  }, [value])

  return <div ref={box} />
}
