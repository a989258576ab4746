import { Button, Group, Text } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useRef } from 'react'
import { PromptEditor, type PromptEditorHandle } from '../../design/code/prompt-editor.tsx'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { lazyComponent } from '../../server/lazy-component.ts'
import { usePromptNames } from '../../server/prompts.ts'
import { useMay } from '../access/use-may.ts'
import { ReferenceProblems } from './reference-problems.tsx'

const LibraryMenu = lazyComponent(() => import('./library-menu.tsx'), 'LibraryMenu')

/** A prompt of an agent other than its system prompt, which may refer to prompts of the library. */
export function PromptField(props: {
  label: string
  description?: string | undefined
  placeholder?: string | undefined
  maxLength: number
  /** The names of the variables that are set somewhere. */
  variables: readonly string[]
  /** What the prompt is in the words of the menu: `the prompt of the node`. */
  whole: string
  value: string
  onChange: (value: string) => void
}) {
  const { label, description, value, onChange } = props
  const editor = useRef<PromptEditorHandle>(null)
  return (
    <div>
      <Group justify="space-between" align="flex-end" gap="xs" mb={4}>
        <div>
          <Text fw={500} size="sm">
            {label}
          </Text>
          {description && (
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        <LibraryButton
          editor={editor}
          text={value}
          whole={props.whole}
          onReplace={(changed) => {
            onChange(changed)
            noticeWithUndo('The prompt was replaced.', () => onChange(value))
          }}
        />
      </Group>
      <PromptEditor
        handle={editor}
        label={label}
        placeholder={props.placeholder ?? ''}
        maxLength={props.maxLength}
        variables={props.variables}
        prompts={usePromptNames()}
        value={value}
        onChange={onChange}
      />
      <ReferenceProblems text={value} />
    </div>
  )
}

/** The menu of the library for a prompt of an agent; nothing for those who may not read the library. */
export function LibraryButton(props: ComponentProps<typeof LibraryMenu>) {
  if (!useMay()('prompt.read')) return null
  return (
    <Suspense
      fallback={
        <Button variant="default" size="xs" leftSection={<IconNotes size={16} />} disabled>
          Library
        </Button>
      }
    >
      <LibraryMenu {...props} />
    </Suspense>
  )
}
