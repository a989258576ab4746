import { useEffect, useImperativeHandle, useRef } from 'react'
import { useCodeField } from './code-field.ts'
import { cssCodeState, write } from './css-code-state.ts'
import type { CssEditorProps } from './css-editor.tsx'
import { checkedAgain } from './css-lint.ts'
import { addition, withRuleOf } from './css-rules.ts'

/** A CodeMirror editor for CSS. */
export function CssCode(props: CssEditorProps) {
  const { value, checked, handle } = props
  const current = useRef(props)
  current.current = props
  const { box, view } = useCodeField(value, () =>
    cssCodeState({
      ...{ text: value, label: props.label, placeholder: props.placeholder, maxLength: props.maxLength },
      checked: () => current.current.checked,
      onEdited: (text) => current.current.onChange(text),
      parts: props.parts,
      onProblems: (many) => current.current.onProblems?.(many),
    }),
  )

  useImperativeHandle(
    handle,
    () => ({
      goToPart(part) {
        const { current: editor } = view
        if (!editor) return
        write(editor, withRuleOf(editor.state.doc.toString(), part))
        editor.focus()
      },
      add(css) {
        const { current: editor } = view
        const text = editor && addition(editor.state.doc.toString(), css)
        if (!editor || text === undefined) return false
        const from = editor.state.doc.length
        write(editor, { insert: { from, text }, at: from + text.length })
        return editor.state.doc.length > from
      },
    }),
    [view],
  )

  useEffect(() => {
    if (checked) view.current?.dispatch({ effects: checkedAgain.of(null) })
  }, [checked, view])

  return <div ref={box} />
}
