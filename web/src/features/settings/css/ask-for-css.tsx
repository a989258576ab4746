import { Button, Popover } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconSparkles } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { noticeFailure } from '../../../design/notices/notices.ts'
import { LoadingRows } from '../../../design/notices/states.tsx'
import { noticeWithUndo } from '../../../design/notices/undo-notice.tsx'
import { lazyComponent } from '../../../server/lazy-component.ts'

const CssAssistant = lazyComponent(() => import('./css-assistant.tsx'), 'CssAssistant')

/** In px (part 1 §2). */
const width = 450

/** Opens the AI CSS Assistant. `add`: adds CSS to the editor, and returns whether it did; `put`: replaces all of it. */
export function AskForCss(props: {
  agent: AgentDocument
  css: string
  add: (css: string) => boolean
  put: (css: string) => void
}) {
  const { agent, css } = props
  const [opened, setOpened] = useState(false)
  // The CSS may be edited while the model writes.
  const latest = useRef(props)
  latest.current = props
  const insert = (added: string) => {
    const before = latest.current.css
    if (!latest.current.add(added)) return noticeFailure('This CSS is in the editor already.')
    noticeWithUndo('CSS was inserted.', () => latest.current.put(before))
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={`min(${width}px, calc(100vw - 24px))`}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      // What is written in the editor meanwhile, or a notice that is closed, does not close it.
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSparkles size={16} />}
          onClick={() => setOpened(!opened)}
        >
          AI CSS Assistant
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="AI CSS Assistant">
        {opened && (
          <Suspense fallback={<LoadingRows rows={3} height={40} />}>
            <CssAssistant agent={agent} css={css} onInsert={insert} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
