import { Badge, Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../access/use-may.ts'
import { useOpenPlace } from '../drafts/field-places.ts'
import { type Found, findInNav } from './nav-find.ts'
import { useAgentPlace } from './places.ts'

/** In ms (part 2 §9). */
const debounce = 300
const navigationLock = 1_000
/** A match above this score is opened at once (part 2 §9). */
const sure = 0.8

const strengths = [
  { above: sure, label: 'Strong' },
  { above: 0.5, label: 'Good' },
  { above: 0, label: 'Possible match' },
]

const keyOf = (found: Found) => ('field' in found ? found.field : `${found.screen.to} ${found.name}`)

/** Finds screens and the agent's settings by what is meant, and opens the page where they are (part 2 §2.9). `onOpened`: it stands in a popover. */
export function NavSearch({ agent, onOpened }: { agent: AgentDocument; onOpened?: () => void }) {
  const [query, setQuery] = useState('')
  const [sought] = useDebouncedValue(query.trim(), debounce)
  const openFound = useOpenFound(agent)
  const may = useMay()
  const open = (one: Found) => {
    onOpened?.()
    return openFound(one)
  }
  const lockedUntil = useRef(0)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // biome-ignore lint/correctness/useExhaustiveDependencies: permissions change with the workspace
  const found = useMemo(() => findInNav(sought, agent, ({ needs }) => may(needs)), [sought, agent])
  const best = found[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each query
  useEffect(() => {
    // Enter opens the best match.
    if (best) combobox.selectFirstOption()
    if (!best || best.score <= sure || Date.now() < lockedUntil.current) return
    lockedUntil.current = Date.now() + navigationLock
    void open(best)
  }, [sought])

  return (
    <Combobox
      store={combobox}
      // Elsewhere a popover would take a click on a suggestion for one outside of it.
      withinPortal={onOpened === undefined}
      onOptionSubmit={(key) => {
        const chosen = found.find((one) => keyOf(one) === key)
        combobox.closeDropdown()
        if (chosen) void open(chosen)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          autoFocus={onOpened !== undefined}
          aria-label="Search settings"
          placeholder="Search settings"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          maxLength={100}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query.trim() === ''}>
        <Combobox.Options aria-label="Found">
          {query.trim() === sought ? (
            found.map((one) => <Suggestion key={keyOf(one)} found={one} />)
          ) : (
            <Combobox.Empty>Searching...</Combobox.Empty>
          )}
          {query.trim() === sought && found.length === 0 && <Combobox.Empty>No results found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Opens a screen, or the page where a setting is. */
function useOpenFound(agent: AgentDocument) {
  const place = useAgentPlace()
  const openPlace = useOpenPlace()
  const navigate = useNavigate()
  const { showDebugger } = useSearch({ strict: false })
  return (found: Found) =>
    'field' in found
      ? openPlace(found.place, agent, place)
      : navigate({ to: found.screen.to, params: place, search: { showDebugger } })
}

function Suggestion({ found }: { found: Found }) {
  return (
    <Combobox.Option value={keyOf(found)}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{found.name}</Text>
        <Badge size="sm" variant="default" flex="none">
          {strengths.find(({ above }) => found.score > above)?.label}
        </Badge>
      </Group>
    </Combobox.Option>
  )
}
