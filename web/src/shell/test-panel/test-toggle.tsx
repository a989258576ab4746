import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'

/** 'Show Test' and 'Hide Test' at the side of an agent's pages (part 2 §2.9). */
export function TestToggle(props: { iconOnly: boolean }) {
  const navigate = useNavigate()
  const { showDebugger } = useSearch({ strict: false })
  const shown = showDebugger === true
  const label = shown ? 'Hide Test' : 'Show Test'
  const toggle = {
    variant: 'default',
    'aria-pressed': shown,
    'data-tour': 'test',
    onClick: () =>
      void navigate({ to: '.', search: (search) => ({ ...search, showDebugger: !shown }), replace: true }),
  } as const
  if (!props.iconOnly)
    return (
      <Button leftSection={<IconMessageChatbot size={18} stroke={1.75} />} {...toggle}>
        {label}
      </Button>
    )
  return (
    <Tooltip label={label} position="right">
      <ActionIcon size={36} aria-label={label} {...toggle}>
        <IconMessageChatbot size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
