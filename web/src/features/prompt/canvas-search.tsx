import { ActionIcon, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../design/language.ts'
import styles from './canvas.module.css'

export type FoundNodes = { ids: readonly string[]; at: number }

/** Searches the nodes. Enter goes to the next that was found, with Shift to the one before; Esc ends it. */
export function CanvasSearch(props: {
  typed: string
  found: FoundNodes
  onType: (typed: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}) {
  const { typed, found } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const many = found.ids.length
  return (
    <search className={styles.search}>
      <Group gap={4} wrap="nowrap">
        <TextInput
          ref={field}
          autoFocus
          flex={1}
          miw={0}
          size="xs"
          type="search"
          role="searchbox"
          aria-label={t('Search the nodes')}
          placeholder={t('Search the nodes')}
          maxLength={200}
          leftSection={<IconSearch size={15} />}
          value={typed}
          onChange={(event) => props.onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onClose()
            if (event.key !== 'Enter') return
            event.preventDefault()
            props.onStep(event.shiftKey ? -1 : 1)
          }}
        />
        <Text size="xs" c="dimmed" role="status" className="tabular" miw={52} ta="center">
          {typed.trim() === '' ? '' : t('{at} of {many}', { at: many === 0 ? 0 : found.at + 1, many })}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Previous')}
          disabled={many === 0}
          onClick={() => props.onStep(-1)}
        >
          <IconChevronUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Next')}
          disabled={many === 0}
          onClick={() => props.onStep(1)}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
        <CloseButton size="sm" aria-label={t('End the search')} onClick={props.onClose} />
      </Group>
    </search>
  )
}
