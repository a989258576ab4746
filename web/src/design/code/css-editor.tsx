import { Skeleton, Textarea } from '@mantine/core'
import { lazy, type Ref, Suspense, useImperativeHandle } from 'react'
import { whenReachable } from '../../server/connection.ts'
import { t } from '../language.ts'
import { noticeFailure } from '../notices/notices.ts'
import type { CheckedCss } from './css-lint.ts'
import { addition, withRuleOf } from './css-rules.ts'

/** In px (part 1 §2). */
const editorHeight = 500

export type CssEditorHandle = {
  /** Puts the cursor into the rule of a part of the chat, which is added if there is none. */
  goToPart(part: string): void
  /** Adds CSS at the end. Returns false if it is there already, or there is no room for it. */
  add(css: string): boolean
}

export type CssEditorProps = {
  label: string
  value: string
  placeholder: string
  /** In characters. Longer text is rejected with a notice. */
  maxLength: number
  /** The parts that the CSS applies to, by `data-part`, with what they are: completed, and pointed out if unknown. */
  parts?: Readonly<Record<string, string>>
  /** What the server left out of a text. */
  checked?: CheckedCss | undefined
  handle?: Ref<CssEditorHandle>
  onChange: (value: string) => void
  /** Told how many problems the text has. */
  onProblems?: (many: number) => void
}

/** The editor is large, so it is loaded separately. If it cannot be loaded, a plain text area replaces it. */
const Loaded = lazy(() =>
  whenReachable(() => import('./css-code.tsx')).then(
    ({ CssCode }) => ({ default: CssCode }),
    () => {
      noticeFailure(t('Failed to load code editor extensions'))
      return { default: PlainCss }
    },
  ),
)

/** A CSS field with syntax colours, completion, lint, search and undo (part 1 §2: 500 px high, 13 px). */
export function CssEditor(props: CssEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={editorHeight} radius="md" />}>
      <Loaded {...props} />
    </Suspense>
  )
}

function PlainCss({ label, value, placeholder, maxLength, handle, onChange }: CssEditorProps) {
  useImperativeHandle(
    handle,
    () => ({
      goToPart(part) {
        const { insert } = withRuleOf(value, part)
        if (insert) onChange(value + insert.text)
      },
      add(css) {
        const text = addition(value, css)
        const fits = text !== undefined && value.length + text.length <= maxLength
        if (fits) onChange(value + text)
        return fits
      },
    }),
    [value, maxLength, onChange],
  )
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
