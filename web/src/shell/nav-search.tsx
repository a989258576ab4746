import { Badge, Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FoundField, searchFields } from '../store/field-search.ts'
import { placesOf, useOpenPlace } from './field-places.ts'
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

/** Finds the agent's settings and opens the page where they are (part 2 §2.9). */
export function NavSearch({ agent }: { agent: AgentDocument }) {
  const [query, setQuery] = useState('')
  const [sought] = useDebouncedValue(query.trim(), debounce)
  const place = useAgentPlace()
  const open = useOpenPlace()
  const lockedUntil = useRef(0)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useMemo(() => searchFields(sought, placesOf(agent)), [sought, agent])
  const best = found[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each query
  useEffect(() => {
    // Enter opens the best match.
    if (best) combobox.selectFirstOption()
    if (!best || best.score <= sure || Date.now() < lockedUntil.current) return
    lockedUntil.current = Date.now() + navigationLock
    void open(best.place, agent, place)
  }, [sought])

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(field) => {
        const chosen = found.find((one) => one.field === field)
        combobox.closeDropdown()
        if (chosen) void open(chosen.place, agent, place)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          aria-label="Search settings"
          placeholder="Search settings"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          mb="sm"
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
        <Combobox.Options aria-label="Settings found">
          {query.trim() === sought ? (
            found.map((one) => <Suggestion key={one.field} found={one} />)
          ) : (
            <Combobox.Empty>Searching...</Combobox.Empty>
          )}
          {query.trim() === sought && found.length === 0 && <Combobox.Empty>No results found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Suggestion({ found: { field, name, score } }: { found: FoundField }) {
  return (
    <Combobox.Option value={field}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{name}</Text>
        <Badge size="sm" variant="default" flex="none">
          {strengths.find(({ above }) => score > above)?.label}
        </Badge>
      </Group>
    </Combobox.Option>
  )
}
