import { SegmentedControl } from '@mantine/core'
import { t } from '../language.ts'

/** Whether data over time is shown as charts or as tables. */
export function ChartOrTable(props: { table: boolean; onChange: (table: boolean) => void }) {
  return (
    <SegmentedControl
      aria-label={t('Shown as')}
      value={props.table ? 'table' : 'chart'}
      onChange={(view) => props.onChange(view === 'table')}
      data={[
        { value: 'chart', label: t('Chart') },
        { value: 'table', label: t('Table') },
      ]}
    />
  )
}
