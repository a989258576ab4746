import { Button, CloseButton, Group, Popover, Skeleton, Stack, Text } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { locale, t, tCount } from '../language.ts'
import styles from './date-range.module.css'
import { daysFrom, lengthOf, type OpenDayRange, presetsOf, rangeName } from './day-ranges.ts'
import { dayOf } from './days.ts'

const RangeCalendar = lazy(() => import('./calendar.tsx').then((each) => ({ default: each.RangeCalendar })))

/**
 * A range of days: a button with what is chosen, and a popover with presets and a calendar. `any`: what the button says
 * without a range, which can be removed; without it, there always is one. `most`: the most days.
 */
export function DateRange(props: {
  label: string
  value: OpenDayRange
  any?: string
  /** Of the button, in place of the range. */
  words?: string | undefined
  note?: string
  most?: number
  /** None before it can be chosen. */
  first?: string | undefined
  chosen?: boolean
  fullWidth?: boolean
  /** Within a popover or dialog, of whose content the calendar then is a part. */
  nested?: boolean
  onChange: (range: OpenDayRange) => void
}) {
  const texts = { t, tCount }
  const { label, value, any, most, first: earliest } = props
  const presets = presetsOf(texts)
  const offered = presets.filter(({ to }) => earliest === undefined || to >= earliest)
  const [opened, setOpened] = useState(false)
  const [begun, setBegun] = useState<[string | null, string | null]>()
  const content = useRef<HTMLDivElement>(null)
  const name = rangeName(value, texts, presets)
  const show = (open: boolean) => {
    setOpened(open)
    setBegun(undefined)
  }
  const choose = (from: string, to: string) => {
    show(false)
    const first = most !== undefined && lengthOf(from, to) > most ? daysFrom(to, 1 - most) : from
    props.onChange({ from: first, to })
  }
  const clearable = any !== undefined && name !== undefined
  return (
    <Group gap={4} wrap="nowrap" className={props.fullWidth ? styles.full : undefined}>
      <Popover
        opened={opened}
        onChange={show}
        trapFocus
        returnFocus
        shadow="md"
        position="bottom-end"
        withinPortal={!props.nested}
        onEnterTransitionEnd={() => content.current?.scrollIntoView({ block: 'nearest' })}
      >
        <Popover.Target>
          <Button
            variant={props.chosen ? 'light' : 'default'}
            leftSection={<IconCalendar size={16} />}
            aria-label={`${label}: ${props.words ?? name ?? any}`}
            fullWidth={props.fullWidth}
            justify={props.fullWidth ? 'flex-start' : 'center'}
            onClick={() => show(!opened)}
          >
            {props.words ?? name ?? any}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <div ref={content} className={styles.choices}>
            <Stack gap={2} role="group" aria-label={t('Presets')}>
              {offered.map((preset) => (
                <Button
                  key={preset.label}
                  size="xs"
                  variant={name === preset.label ? 'light' : 'subtle'}
                  color={name === preset.label ? undefined : 'gray'}
                  justify="flex-start"
                  onClick={() => choose(preset.from, preset.to)}
                >
                  {preset.label}
                </Button>
              ))}
            </Stack>
            <div className={styles.calendar}>
              <Suspense fallback={<Skeleton height="100%" />}>
                <RangeCalendar
                  first={earliest}
                  last={dayOf(new Date())}
                  value={begun ?? [value.from ?? null, value.to ?? null]}
                  onChange={([from, to]) => {
                    if (from && to) choose(from, to)
                    else setBegun([from, to])
                  }}
                />
              </Suspense>
            </div>
          </div>
          <Text c="dimmed" size="xs" mt="xs" className={styles.note}>
            {props.note} {t('Days of {zone}.', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          </Text>
        </Popover.Dropdown>
      </Popover>
      {clearable && (
        <CloseButton
          aria-label={t('Clear {name}', { name: locale ? label : label.toLowerCase() })}
          onClick={() => props.onChange({ from: undefined, to: undefined })}
        />
      )}
    </Group>
  )
}
