import { useEffect, useImperativeHandle, useRef } from 'react'
import { useCodeField } from './code-field.ts'
import { insertText, promptCodeState, promptsNamed } from './prompt-code-state.ts'
import type { PromptEditorProps } from './prompt-editor.tsx'

/** A CodeMirror editor for a prompt. */
export function PromptCode(props: PromptEditorProps) {
  const { value, handle, prompts } = props
  const current = useRef(props)
  current.current = props
  const { box, view } = useCodeField(value, () =>
    promptCodeState({
      ...{ text: value, label: props.label, placeholder: props.placeholder, maxLength: props.maxLength },
      variables: () => current.current.variables,
      prompts: () => current.current.prompts,
      readOnly: props.readOnly ?? false,
      onEdited: (text) => current.current.onChange(text),
    }),
  )
  useImperativeHandle(handle, () => ({
    insert: (name) => view.current && insertText(view.current, `{{${name}}}`),
    insertText: (text) => view.current && insertText(view.current, text),
    selection() {
      const { state } = view.current ?? {}
      return state?.sliceDoc(state.selection.main.from, state.selection.main.to) ?? ''
    },
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chips take the names from `current`
  useEffect(() => {
    view.current?.dispatch({ effects: promptsNamed.of() })
  }, [prompts])
  return <div ref={box} />
}
