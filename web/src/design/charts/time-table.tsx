import { Anchor, ScrollArea, Table } from '@mantine/core'
import { t } from '../language.ts'
import type { ChartPoint } from './time-chart.tsx'
import styles from './time-table.module.css'

/** The data of a `TimeChart` as a table, newest first. A point with details is a button. */
export function TimeTable(props: {
  points: readonly ChartPoint[]
  caption: string
  written: (value: number) => string
  compared: boolean
  /** The names of the parts of each value. */
  parts?: readonly string[]
  onPick?: (key: string) => void
}) {
  const { compared, parts, onPick } = props
  const written = (value: number | null) => (value === null ? '–' : props.written(value))
  return (
    <ScrollArea.Autosize
      mah={268}
      type="auto"
      offsetScrollbars="y"
      viewportProps={{ tabIndex: 0, 'aria-label': props.caption }}
    >
      <Table stickyHeader verticalSpacing={6} aria-label={props.caption} className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Time')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {parts ? 'Total' : t('This period')}
            </Table.Th>
            {parts?.map((part) => (
              <Table.Th key={part} scope="col" ta="end" className={styles.part} title={part}>
                {part}
              </Table.Th>
            ))}
            {compared && (
              <Table.Th scope="col" ta="end">
                {t('Previous period')}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.points.toReversed().map((point) => (
            <Table.Tr key={point.key}>
              <Table.Th scope="row" fw={400}>
                {onPick ? (
                  <Anchor component="button" type="button" onClick={() => onPick(point.key)}>
                    {point.name}
                  </Anchor>
                ) : (
                  point.name
                )}
              </Table.Th>
              <Table.Td ta="end">{written(point.value)}</Table.Td>
              {parts?.map((part, nth) => (
                <Table.Td key={part} ta="end">
                  {written(point.parts?.[nth] ?? null)}
                </Table.Td>
              ))}
              {compared && (
                <Table.Td ta="end" c="dimmed">
                  {written(point.before)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
