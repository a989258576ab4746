import { Skeleton, Textarea } from '@mantine/core'
import { type Ref, Suspense, useImperativeHandle } from 'react'
import { whenReachable } from '../../server/connection.ts'
import { lazyComponent } from '../../server/lazy-component.ts'
import { t } from '../language.ts'
import { noticeFailure } from '../notices/notices.ts'

export type PromptEditorHandle = {
  /** Writes a variable where the cursor is. */
  insert(name: string): void
  /** Writes a text in place of the selection. */
  insertText(text: string): void
  /** The selected text; empty for none. */
  selection(): string
}

export type PromptEditorProps = {
  label: string
  value: string
  placeholder: string
  /** In characters. Longer text is rejected with a notice. */
  maxLength: number
  /** The names of the variables that are set somewhere. */
  variables: readonly string[]
  /** The names of the prompts of the library by id, for references to them; undefined where they are not known. */
  prompts?: ReadonlyMap<string, string> | undefined
  handle: Ref<PromptEditorHandle>
  readOnly?: boolean
  onChange: (value: string) => void
}

/** The editor is large, so it is loaded separately. If it cannot be loaded, a plain text area replaces it. */
const Loaded = lazyComponent(
  () =>
    whenReachable(() => import('./prompt-code.tsx')).catch(() => {
      noticeFailure(t('Failed to load code editor extensions'))
      return { PromptCode: PlainPrompt }
    }),
  'PromptCode',
)

/** Loads the editor, which is as high as its text: what is below it would move if it came later. */
export const loadPromptEditor = async () => void (await Loaded.preload?.())

/** A field for a prompt, with its variables as chips. */
export function PromptEditor(props: PromptEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={150} radius="md" />}>
      <Loaded {...props} />
    </Suspense>
  )
}

function PlainPrompt(props: PromptEditorProps) {
  const { label, value, placeholder, maxLength, readOnly = false, handle, onChange } = props
  useImperativeHandle(handle, () => ({
    insert: (name) => onChange(`${value}{{${name}}}`),
    insertText: (text) => onChange(value + text),
    selection: () => '',
  }))
  return (
    <Textarea
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      autosize
      minRows={6}
      maxRows={20}
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
