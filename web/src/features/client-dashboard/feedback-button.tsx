import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { t } from '../../design/language.ts'

/** `asIcon`: where the bar has no room for the word. */
export function FeedbackButton({ asIcon, onClick }: { asIcon: boolean; onClick: () => void }) {
  const label = t('Feedback')
  if (asIcon)
    return (
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
          <IconMessage2 size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      leftSection={<IconMessage2 size={18} stroke={1.75} />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
