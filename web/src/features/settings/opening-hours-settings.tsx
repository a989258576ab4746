import { ActionIcon, Button, Group, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import {
  endsNextDay,
  isDate,
  type OpeningHours,
  type OpeningPeriod,
  problemOfPeriod,
  type Weekday,
  weekdays,
} from '@parley/contracts/agent/opening-hours.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { SettingRow, SettingSection, SettingsWhile } from '../../design/fields/setting-row.tsx'
import { locale, t } from '../../design/language.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow } from './fields.tsx'

const usual = { from: '09:00', to: '17:00' }

/** When the team is there: weekdays with periods, time zone and holidays. */
export default function OpeningHoursSettings({ agent, edit }: AgentDraft) {
  const { label, help, words } = fieldText('openingHours')
  const hasHours = t('The team has opening hours')
  const hours = agent.openingHours
  const on = hours !== undefined && hours.weekly.length > 0
  const shown = { ...emptyHours(), ...hours }
  const change = (part: Partial<OpeningHours>) => edit({ openingHours: { ...shown, ...part } })
  return (
    <SettingSection title={t(label)} explanation={help && t(help)}>
      <FieldRow name="openingHours" label={hasHours} help="">
        {(texts) => (
          <Switch
            {...texts}
            checked={on}
            onChange={(event) => change({ weekly: event.currentTarget.checked ? usualWeek : [] })}
          />
        )}
      </FieldRow>
      <SettingsWhile on={on} needs={hasHours}>
        <SettingRow grouped label={t('Week')} words={words} size="wide">
          <Stack gap="sm">
            {weekdays.map((day) => (
              <DayRow key={day} day={day} weekly={shown.weekly} change={(weekly) => change({ weekly })} />
            ))}
          </Stack>
        </SettingRow>
        <SettingRow label={t('Time zone')} words={words}>
          {(texts) => (
            <Select
              {...texts}
              searchable
              data={timeZones(shown.timeZone)}
              value={shown.timeZone}
              onChange={(timeZone) => timeZone && change({ timeZone })}
            />
          )}
        </SettingRow>
        <SettingRow
          label={t('Holidays')}
          help={t('Dates when the team is away, such as 2026-12-25. Press Enter after each.')}
          words={words}
        >
          {(texts) => (
            <TagsInput
              {...texts}
              maxTags={100}
              clearable
              value={shown.holidays}
              error={holidayProblem(shown.holidays)}
              onChange={(holidays) => change({ holidays: [...new Set(holidays)].sort() })}
            />
          )}
        </SettingRow>
      </SettingsWhile>
    </SettingSection>
  )
}

function DayRow(props: { day: Weekday; weekly: OpeningPeriod[]; change(weekly: OpeningPeriod[]): void }) {
  const { day, weekly, change } = props
  const name = nameOf(day)
  const periods = weekly.filter((period) => period.day === day)
  const replace = (before: OpeningPeriod, after: Partial<OpeningPeriod>) =>
    change(weekly.map((period) => (period === before ? { ...period, ...after } : period)))
  const last = weekly.length === 1
  return (
    <Group gap="sm" align="flex-start" role="group" aria-label={name}>
      <Text w={104} pt={6} fw={500} size="sm">
        {name}
      </Text>
      <Stack gap="xs" w={{ xs: 330 }}>
        {periods.length === 0 && (
          <Text c="dimmed" size="sm" pt={6}>
            {t('Closed')}
          </Text>
        )}
        {periods.map((period, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: periods have no other identity, and keep their places
          <Period key={nth} period={period}>
            {(problem) => (
              <>
                <Time
                  label={t('{day} from', { day: name })}
                  value={period.from}
                  problem={problem?.of === 'to' ? undefined : problem}
                  set={(from) => replace(period, { from })}
                />
                <Text size="sm" aria-hidden>
                  –
                </Text>
                <Time
                  label={t('{day} to', { day: name })}
                  value={period.to}
                  problem={problem?.of === 'from' ? undefined : problem}
                  set={(to) => replace(period, { to })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  disabled={last}
                  aria-label={t('Remove {day} {from} to {to}', {
                    day: name,
                    from: period.from,
                    to: period.to,
                  })}
                  onClick={() => change(weekly.filter((each) => each !== period))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </>
            )}
          </Period>
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-sm"
        mt={4}
        leftSection={<IconPlus size={14} />}
        disabled={periods.length >= 6}
        aria-label={t('Add hours on {day}', { day: name })}
        onClick={() => change([...weekly, { day, ...usual }])}
      >
        {t('Add')}
      </Button>
    </Group>
  )
}

type PeriodProblem = { of: 'from' | 'to' | 'same'; id: string }

/** The fields of a period, with what is wrong below them, or that it ends on the next day. */
function Period(props: {
  period: OpeningPeriod
  children: (problem: PeriodProblem | undefined) => ReactNode
}) {
  const { period } = props
  const id = useId()
  const of = problemOfPeriod(period)
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        {props.children(of && { of, id })}
        {!of && endsNextDay(period) && (
          <Text size="sm" c="dimmed">
            {t('next day')}
          </Text>
        )}
      </Group>
      {of && (
        <Text id={id} size="sm" mt={4} c="var(--mantine-color-error)" role="alert">
          {of === 'same'
            ? t('The end must be another time than the start.')
            : t('“{text}” is no time such as 09:00.', { text: period[of] })}
        </Text>
      )}
    </div>
  )
}

function holidayProblem(holidays: readonly string[]): string | undefined {
  const wrong = holidays.find((holiday) => !isDate(holiday))
  return wrong === undefined ? undefined : t('“{text}” is no date such as 2026-12-25.', { text: wrong })
}

function Time(props: {
  label: string
  value: string
  problem: PeriodProblem | undefined
  set(value: string): void
}) {
  const { label, value, problem, set } = props
  return (
    <TextInput
      w={84}
      aria-label={label}
      placeholder="09:00"
      maxLength={5}
      value={value}
      error={problem !== undefined}
      aria-describedby={problem?.id}
      onChange={(event) => set(event.currentTarget.value.trim())}
    />
  )
}

/** What a day is called, with a capital. */
function nameOf(day: Weekday): string {
  // The first of January 2024 was a Monday.
  const date = Date.UTC(2024, 0, 1 + weekdays.indexOf(day))
  const name = new Intl.DateTimeFormat(locale ?? 'en', { weekday: 'long', timeZone: 'UTC' }).format(date)
  return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)}`
}

const usualWeek: OpeningPeriod[] = weekdays.slice(0, 5).map((day) => ({ day, ...usual }))

function emptyHours(): OpeningHours {
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, weekly: [], holidays: [] }
}

/** The zones that the browser knows, and the one that is set. */
function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}
