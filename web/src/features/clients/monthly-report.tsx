/** The monthly report of an organization as PDF: whether and when its clients get it, and what it looks like. */
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import {
  lastReportDay,
  type MonthlyReportSchedule,
  monthlyReportHour,
} from '@parley/contracts/analytics/monthly-report.ts'
import type { MonthlyReportView } from '@parley/contracts/analytics/monthly-report-endpoints.ts'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { monthlyReportQuery } from './queries.ts'

const days = Array.from({ length: lastReportDay }, (_, nth) => String(nth + 1))
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Each change is saved immediately. */
export function MonthlyReport({ organisation }: { organisation: OrganisationView }) {
  const { ID: organisationId, name } = organisation
  const place = useWorkspace()
  const params = { ...place, organisationId }
  const may = useMay()
  const queryClient = useQueryClient()
  const query = monthlyReportQuery(place, organisationId)
  const report = useQuery(query)
  const save = useMutation({
    mutationFn: (body: MonthlyReportSchedule) =>
      client.call('monthlyReports.save', { params, body }, { loaded: asLoaded() }),
    onSettled: () => queryClient.invalidateQueries(query),
    onError: (error) => noticeError(error, 'Error: '),
  })
  const send = useMutation({
    mutationFn: () => client.call('monthlyReports.send', { params }),
    onSuccess: () => noticeSuccess('The report is on its way to you'),
    onError: (error) => noticeError(error, 'Error: '),
  })
  const shown = report.data && { ...report.data, ...(save.isPending && save.variables) }
  const change = (more: Partial<MonthlyReportSchedule>) => {
    if (!shown) return
    const { enabled, dayOfMonth, timeZone } = shown
    save.mutate({ enabled, dayOfMonth, timeZone, ...more })
  }
  const manages = may('client.manage')
  return (
    <Stack gap="sm" component="section" aria-label="Monthly report">
      {!report.isFetched && <LoadingRows rows={2} />}
      {report.isError && !shown && (
        <FailedList
          title="The monthly report could not be loaded"
          error={report.error}
          onRetry={() => void report.refetch()}
        />
      )}
      {shown && (
        <>
          <Switch
            label="Mail the monthly report to its clients"
            description="A PDF with your logo: how their agents did in the last month, and what could be answered better"
            checked={shown.enabled}
            disabled={!manages}
            onChange={(event) => {
              const enabled = event.currentTarget.checked
              const isNew = enabled && shown.timeZone === 'UTC'
              change({ enabled, ...(isNew && { timeZone: ownZone }) })
            }}
          />
          {shown.enabled && (
            <>
              <Group gap="md" align="flex-end">
                <Select
                  label="Day of the month"
                  w={140}
                  value={String(shown.dayOfMonth)}
                  data={days}
                  allowDeselect={false}
                  disabled={!manages}
                  onChange={(day) => day !== null && change({ dayOfMonth: Number(day) })}
                />
                <Text size="sm" mih={36} lh="36px">
                  at {monthlyReportHour}:00, {shown.timeZone.replaceAll('_', ' ')}
                </Text>
                {shown.timeZone !== ownZone && manages && (
                  <Button variant="default" onClick={() => change({ timeZone: ownZone })}>
                    Use {ownZone.replaceAll('_', ' ')}
                  </Button>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {wordsOf(shown, name)}
              </Text>
            </>
          )}
        </>
      )}
      {report.isFetched && may('analytics.read') && (
        <Group gap="xs">
          <Button
            component="a"
            variant="default"
            href={client.url('monthlyReports.preview', { params })}
            download
            leftSection={<IconDownload size={16} />}
          >
            Preview
          </Button>
          <Button
            variant="default"
            leftSection={<IconMail size={16} />}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            Send now to me
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function wordsOf({ next, recipients }: MonthlyReportView, name: string): string {
  if (recipients.length === 0) return `Not sent yet: no client of ${name} takes mail and may open Analytics.`
  const first = recipients.slice(0, 5)
  const others = recipients.length - first.length
  const who = new Intl.ListFormat('en').format(others > 0 ? [...first, `${others} more`] : first)
  const at =
    next === undefined
      ? ''
      : ` Next on ${new Date(next).toLocaleDateString(undefined, { dateStyle: 'long' })}.`
  return `Sent to ${who}.${at}`
}
