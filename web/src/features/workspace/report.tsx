/** The report of the workspace by mail: when it is sent, to whom, what it looks like. */
import { Button, Group, MultiSelect, SegmentedControl, Select, Text } from '@mantine/core'
import { type ReportFrequency, reportHour } from '@parley/contracts/analytics/report.ts'
import type { ReportView } from '@parley/contracts/analytics/report-endpoints.ts'
import { IconEye, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { membersQuery } from '../../server/members.ts'
import { asLoaded } from '../../server/overwriting.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { reportQuery } from './queries.ts'
import { ReportPreview } from './report-preview.tsx'

const frequencies = [
  { value: 'off', label: 'Off' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] satisfies { value: ReportFrequency; label: string }[]

/** In the order of a week, whose first day is a Monday. */
const weekdays = Array.from({ length: 7 }, (_, nth) => ({
  value: String(nth + 1),
  label: new Date(Date.UTC(2026, 0, 5 + nth)).toLocaleDateString(undefined, {
    weekday: 'long',
    timeZone: 'UTC',
  }),
}))

/** `#report` in the address leads here: mails do. */
export function Report({ place }: { place: WorkspacePlace }) {
  const report = useQuery(reportQuery(place))
  const may = useMay()
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash === '#report') section.current?.scrollIntoView()
  }, [])
  return (
    <div ref={section}>
      <SettingSection
        title="Report by mail"
        explanation={`How all agents do, with what changed, mailed at ${reportHour}:00 to the members you choose.`}
      >
        {report.isError && !report.data && (
          <FailedList
            title="The report could not be loaded"
            error={report.error}
            onRetry={() => void report.refetch()}
          />
        )}
        {report.data && (
          <>
            {may('workspace.manage') ? (
              <Schedule place={place} report={report.data} />
            ) : (
              <SettingRow label="When it is sent">{wordsOf(report.data)}</SettingRow>
            )}
            <Mine place={place} report={report.data} />
            {may('analytics.read') && <Try place={place} report={report.data} />}
          </>
        )}
      </SettingSection>
    </div>
  )
}

/** Each change is saved immediately. */
function Schedule(props: { place: WorkspacePlace; report: ReportView }) {
  const { place } = props
  const { user } = useSession()
  const members = useQuery(membersQuery(place)).data?.members ?? []
  const queryClient = useQueryClient()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = useMutation({
    mutationFn: ({ frequency, weekday, timeZone, recipientIds }: ReportView) =>
      client.call(
        'reports.save',
        { params: place, body: { frequency, weekday, timeZone, recipientIds } },
        { loaded: asLoaded() },
      ),
    onSettled: () => queryClient.invalidateQueries(reportQuery(place)),
    onError: (error) => noticeError(error, 'Error: '),
  })
  const report = save.isPending ? (save.variables ?? props.report) : props.report
  const { frequency, weekday, timeZone, recipientIds } = report
  const change = (more: Partial<ReportView>) => save.mutate({ ...report, ...more })
  return (
    <>
      <SettingRow label="Send it" words="schedule weekly monthly e-mail">
        <SegmentedControl
          fullWidth
          aria-label="Send it"
          value={frequency}
          data={frequencies}
          onChange={(value) => {
            const chosen = frequencies.find((each) => each.value === value)?.value
            if (!chosen) return
            const isNew = frequency === 'off'
            change({
              frequency: chosen,
              ...(isNew && { timeZone: zone }),
              ...(isNew && recipientIds.length === 0 && { recipientIds: [user.userId] }),
            })
          }}
        />
      </SettingRow>
      {frequency === 'weekly' && (
        <SettingRow label="Day" help="It is about the seven days before.">
          {(texts) => (
            <Select
              {...texts}
              value={String(weekday)}
              data={weekdays}
              allowDeselect={false}
              onChange={(day) => day !== null && change({ weekday: Number(day) })}
            />
          )}
        </SettingRow>
      )}
      {frequency !== 'off' && (
        <>
          <SettingRow label="Time zone" help="Of the days that are counted and of the hour">
            <Group gap="sm" mih={36}>
              <Text>{timeZone.replaceAll('_', ' ')}</Text>
              {timeZone !== zone && (
                <Button variant="default" size="compact-sm" onClick={() => change({ timeZone: zone })}>
                  Use {zone.replaceAll('_', ' ')}
                </Button>
              )}
            </Group>
          </SettingRow>
          <SettingRow label="Recipients" help="Members who may see figures get it.">
            {(texts) => (
              <MultiSelect
                {...texts}
                value={recipientIds}
                data={members.map(({ userId, displayName, email }) => ({
                  value: userId,
                  label: displayName || email,
                }))}
                placeholder={recipientIds.length === 0 ? 'Nobody' : undefined}
                onChange={(chosen) => change({ recipientIds: chosen })}
              />
            )}
          </SettingRow>
          {report.next !== undefined && (
            <SettingRow label="Next report">
              <Text mih={36} lh="36px" className="tabular">
                {recipientIds.length === 0 ? 'Not sent while nobody gets it' : momentOf(report.next)}
              </Text>
            </SettingRow>
          )}
        </>
      )}
    </>
  )
}

const momentOf = (at: string) =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })

function wordsOf({ frequency, weekday }: ReportView): string {
  if (frequency === 'off') return 'No report is sent.'
  if (frequency === 'monthly') return `On the first of each month at ${reportHour}:00`
  return `Each ${weekdays[weekday - 1]?.label} at ${reportHour}:00`
}

/** Whoever gets the report can stop that by themselves. */
function Mine({ place, report }: { place: WorkspacePlace; report: ReportView }) {
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => client.call('reports.stop', { params: place }),
    async onSuccess() {
      await queryClient.invalidateQueries(reportQuery(place))
      noticeSuccess('You get no more reports of this workspace')
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  if (!report.mine || report.frequency === 'off') return null
  return (
    <SettingRow label="Your copy" help="You get this report.">
      <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        Stop sending it to me
      </Button>
    </SettingRow>
  )
}

/** The report of the last whole week or month, to look at or to get by mail now. */
function Try({ place, report }: { place: WorkspacePlace; report: ReportView }) {
  const [previewed, setPreviewed] = useState(false)
  const frequency = report.frequency === 'monthly' ? 'monthly' : 'weekly'
  const send = useMutation({
    mutationFn: () => client.call('reports.send', { params: place, body: { frequency } }),
    onSuccess: () => noticeSuccess('The report is on its way to you'),
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <SettingRow
      label="Try it"
      help={`With the figures of the last whole ${frequency === 'monthly' ? 'month' : 'week'}`}
    >
      <Group gap="xs">
        <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviewed(true)}>
          Preview
        </Button>
        <Button
          variant="default"
          leftSection={<IconMail size={16} />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          Send it to me now
        </Button>
      </Group>
      {previewed && <ReportPreview place={place} frequency={frequency} onClose={() => setPreviewed(false)} />}
    </SettingRow>
  )
}
