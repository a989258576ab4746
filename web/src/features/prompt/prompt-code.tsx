import { useImperativeHandle, useRef } from 'react'
import { useCodeField } from '../../design/code-field.ts'
import { insertVariable, promptCodeState } from './prompt-code-state.ts'
import type { PromptEditorProps } from './prompt-editor.tsx'

/** A CodeMirror editor for a prompt. */
export function PromptCode(props: PromptEditorProps) {
  const { value, handle } = props
  const current = useRef(props)
  current.current = props
  const { box, view } = useCodeField(value, () =>
    promptCodeState({
      ...{ text: value, label: props.label, placeholder: props.placeholder, maxLength: props.maxLength },
      variables: () => current.current.variables,
      onEdited: (text) => current.current.onChange(text),
    }),
  )
  useImperativeHandle(handle, () => ({
    insert: (name) => view.current && insertVariable(view.current, name),
  }))
  return <div ref={box} />
}
