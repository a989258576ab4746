import { SegmentedControl } from '@mantine/core'

/** Whether data over time is shown as charts or as tables. */
export function ChartOrTable(props: { table: boolean; onChange: (table: boolean) => void }) {
  return (
    <SegmentedControl
      aria-label="Shown as"
      value={props.table ? 'table' : 'chart'}
      onChange={(view) => props.onChange(view === 'table')}
      data={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
    />
  )
}
