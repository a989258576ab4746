/** What a client downloads: the report of each of the last months, as PDF. */
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { locale, t } from '../../design/language.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { monthlyReportsQuery } from './queries.ts'

export function MonthlyReports({ place: { region } }: { place: AgentPlace }) {
  const reports = useQuery(monthlyReportsQuery(region))
  const { data } = reports
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {t('Monthly report')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reports.isError && !data && (
          <FailedList
            title={t('The reports could not be loaded')}
            error={reports.error}
            onRetry={() => void reports.refetch()}
          />
        )}
        {data?.months.length === 0 && <Menu.Item disabled>{t('No data yet')}</Menu.Item>}
        {data?.months.map((month) => (
          <Menu.Item
            key={month}
            component="a"
            href={client.url('monthlyReports.download', { params: { region }, query: { month } })}
            download
          >
            {nameOf(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const nameOf = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
