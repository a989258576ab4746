import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { whenReachable } from '../server/connection.ts'
import { checkedAgain, cssCodeState, tools, withText, write } from './css-code-state.ts'
import type { CssEditorProps } from './css-editor.tsx'
import { addition, withRuleOf } from './css-rules.ts'
import { noticeFailure } from './notices.ts'

/** A CodeMirror editor for CSS. */
export function CssCode(props: CssEditorProps) {
  const { value, checked, handle } = props
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
    whenReachable(() => import('./css-code-tools.ts')).then(
      ({ cssCodeTools }) => {
        if (view.current !== made) return
        const loaded = cssCodeTools({
          parts: current.current.parts,
          checked: () => current.current.checked,
          onProblems: (many) => current.current.onProblems?.(many),
        })
        made.dispatch({ effects: tools.reconfigure(loaded) })
      },
      () => noticeFailure('Failed to load code editor extensions'),
    )
    return () => {
      view.current = undefined
      made.destroy()
    }
  }, [])

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
    [],
  )

  // Applies changes from outside, such as discarding the draft or publishing by another user.
  useEffect(() => {
    if (view.current) withText(view.current, value)
  }, [value])

  useEffect(() => {
    if (checked) view.current?.dispatch({ effects: checkedAgain.of(null) })
  }, [checked])

  return <div ref={box} />
}
