import { Skeleton, Textarea } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { noticeFailure } from '../../design/notices.ts'
import { whenReachable } from '../../server/connection.ts'

/** In px (part 1 §2). */
const editorHeight = 500

export type CssEditorProps = {
  label: string
  value: string
  placeholder: string
  /** In characters. Longer text is rejected with a notice. */
  maxLength: number
  onChange: (value: string) => void
}

/** The editor is large, so it is loaded separately. If it cannot be loaded, a plain text area replaces it. */
const Loaded = lazy(() =>
  whenReachable(() => import('./css-code.tsx')).then(
    ({ CssCode }) => ({ default: CssCode }),
    () => {
      noticeFailure('Failed to load code editor extensions')
      return { default: PlainCss }
    },
  ),
)

/** A CSS field with syntax colours, completion, search and undo (part 1 §2: 500 px high, 13 px). */
export function CssEditor(props: CssEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={editorHeight} radius="md" />}>
      <Loaded {...props} />
    </Suspense>
  )
}

function PlainCss({ label, value, placeholder, maxLength, onChange }: CssEditorProps) {
  return (
    <Textarea
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      styles={{
        input: { height: editorHeight, fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 },
      }}
    />
  )
}
