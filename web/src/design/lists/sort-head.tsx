import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '../charts/figure-table.module.css'

/** The name of a column, which sorts by it. `sorted`: the order by this column; undefined if it is by another one. */
export function SortHead(props: {
  sorted: 'ascending' | 'descending' | undefined
  onSort: () => void
  isNumber?: boolean
  children: ReactNode
}) {
  const { sorted } = props
  return (
    <Table.Th scope="col" aria-sort={sorted} data-number={props.isNumber || undefined}>
      <UnstyledButton className={styles.head} onClick={props.onSort}>
        {props.children}
        {sorted === 'ascending' && <IconArrowUp size={14} aria-hidden />}
        {sorted === 'descending' && <IconArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}
