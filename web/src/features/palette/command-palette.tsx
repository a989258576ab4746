import { Combobox, Kbd, Loader, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Entry, EntryGroup } from './entries.ts'
import styles from './palette.module.css'
import { useFound } from './use-found.tsx'

const searchDelayMs = 150

/**
 * Opens screens, settings, agents, conversations and people by a few typed letters, and does what is done often. The
 * arrow keys move, Enter opens, Escape closes.
 */
export function CommandPalette(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root
      opened={props.opened}
      onClose={props.onClose}
      size={600}
      yOffset="12vh"
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search" data-part="palette">
        <Palette onClose={props.onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [sought] = useDebouncedValue(query, searchDelayMs)
  const { groups, searching } = useFound(query, sought)
  const combobox = useCombobox({ opened: true })
  const shown = groups.flatMap(({ entries }) => entries)
  const first = shown[0]?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter opens the best match, whenever that changes
  useEffect(() => {
    combobox.selectFirstOption()
  }, [query, first])

  const run = (entry: Entry) => {
    onClose()
    entry.run()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const chosen = shown.find((entry) => entry.id === id)
        if (chosen) run(chosen)
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          variant="unstyled"
          size="lg"
          className={styles.field}
          aria-label="Search"
          placeholder="Search screens, settings, agents, conversations, people, actions"
          maxLength={100}
          leftSection={
            searching && query !== '' ? <Loader size={16} /> : <IconSearch size={18} stroke={1.75} />
          }
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          // The list is always open, so that Escape would close it and not the dialog.
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label="Found">
        {groups.map((group) => (
          <Group key={group.name} group={group} />
        ))}
        {shown.length === 0 && (
          <Combobox.Empty>{searching ? 'Searching...' : 'No results found'}</Combobox.Empty>
        )}
      </Combobox.Options>
      <div className={styles.foot} aria-hidden>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to move
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> to open
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> to close
        </span>
      </div>
      <VisuallyHidden role="status">
        {query !== '' && !searching && (shown.length === 1 ? '1 result' : `${shown.length} results`)}
      </VisuallyHidden>
    </Combobox>
  )
}

function Group({ group: { name, entries } }: { group: EntryGroup }) {
  return (
    <Combobox.Group label={name}>
      {entries.map((entry) => (
        <Combobox.Option key={entry.id} value={entry.id} className={styles.option}>
          <span className={styles.icon}>{entry.icon}</span>
          <Text component="span" truncate className={styles.label}>
            <bdi>{entry.label}</bdi>
          </Text>
          {entry.detail && (
            <Text component="span" size="sm" truncate className={styles.detail}>
              <bdi>{entry.detail}</bdi>
            </Text>
          )}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}
