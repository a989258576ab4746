import { Card, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import cards from './cards-on-phones.module.css'

/**
 * A list as a table in a card, whose rows are cards of their own on phones; on tablets it scrolls sideways where its
 * columns need it. `head`: its `Table.Th`; the rows are children.
 */
export function ListTable(props: { className: string | undefined; head: ReactNode; children: ReactNode }) {
  return (
    <Card p={0}>
      <div className={cards.sideways}>
        <Table className={`${cards.table} ${props.className}`} verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>{props.head}</Table.Tr>
          </Table.Thead>
          <Table.Tbody>{props.children}</Table.Tbody>
        </Table>
      </div>
    </Card>
  )
}
