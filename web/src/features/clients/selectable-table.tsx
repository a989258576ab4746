import { Checkbox, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ListTable } from '../../design/lists/list-table.tsx'
import styles from './clients.module.css'

/** A table whose rows can be selected. `selected` undefined: nothing can be. `row` gives the cells of one. */
export function SelectableTable<Item extends { ID: string; name: string }>(props: {
  items: Item[]
  selected: ReadonlySet<string> | undefined
  onSelect: (ids: string[]) => void
  head: ReactNode
  row: (item: Item) => ReactNode
}) {
  const { items, selected, onSelect, head, row } = props
  const all = selected !== undefined && items.every(({ ID }) => selected.has(ID))
  const some = selected !== undefined && selected.size > 0
  const toggle = (id: string, on: boolean) =>
    onSelect(on ? [...(selected ?? []), id] : [...(selected ?? [])].filter((one) => one !== id))
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          {selected && (
            <Table.Th data-check>
              <Checkbox
                aria-label="Select all shown"
                checked={all}
                indeterminate={some && !all}
                onChange={() => onSelect(all ? [] : items.map(({ ID }) => ID))}
              />
            </Table.Th>
          )}
          {head}
        </>
      }
    >
      {items.map((item) => (
        <Table.Tr key={item.ID}>
          {selected && (
            <Table.Td data-cell="check">
              <Checkbox
                aria-label={`Select ${item.name}`}
                checked={selected.has(item.ID)}
                onChange={(event) => toggle(item.ID, event.currentTarget.checked)}
              />
            </Table.Td>
          )}
          {row(item)}
        </Table.Tr>
      ))}
    </ListTable>
  )
}
