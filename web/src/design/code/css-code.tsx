import { useEffect, useImperativeHandle, useRef } from 'react'
import { whenReachable } from '../../server/connection.ts'
import { t } from '../language.ts'
import { noticeFailure } from '../notices/notices.ts'
import { useCodeField } from './code-field.ts'
import { checkedAgain, cssCodeState, tools, write } from './css-code-state.ts'
import type { CssEditorProps } from './css-editor.tsx'
import { addition, withRuleOf } from './css-rules.ts'

/** A CodeMirror editor for CSS. */
export function CssCode(props: CssEditorProps) {
  const { value, checked, handle } = props
  const current = useRef(props)
  current.current = props
  const { box, view } = useCodeField(value, () =>
    cssCodeState({
      ...{ text: value, label: props.label, placeholder: props.placeholder, maxLength: props.maxLength },
      onEdited: (text) => current.current.onChange(text),
    }),
  )

  useEffect(() => {
    const { current: editor } = view
    let gone = false
    whenReachable(() => import('./css-code-tools.ts')).then(
      ({ cssCodeTools }) => {
        if (gone) return
        const loaded = cssCodeTools({
          parts: current.current.parts,
          checked: () => current.current.checked,
          onProblems: (many) => current.current.onProblems?.(many),
        })
        editor?.dispatch({ effects: tools.reconfigure(loaded) })
      },
      () => noticeFailure(t('Failed to load code editor extensions')),
    )
    return () => {
      gone = true
    }
  }, [view])

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
