/** Calendars, which load when one is opened. */
import '@mantine/dates/styles.css'
import { DatePicker, InlineDateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { locale, t } from '../language.ts'

const ariaLabels = () => ({
  previousMonth: t('Previous month'),
  nextMonth: t('Next month'),
  previousYear: t('Previous year'),
  nextYear: t('Next year'),
  previousDecade: t('Previous decade'),
  nextDecade: t('Next decade'),
})
const timeLabels = { hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes', secondsInputLabel: 'Seconds' }

/** The first day of the week where the reader is, 0 for Sunday. */
function firstDay(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const reader: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(
    navigator.language,
  )
  const days = [0, 1, 2, 3, 4, 5, 6] as const
  return days[(reader.getWeekInfo?.().firstDay ?? 1) % 7] ?? 1
}

/** The names of months and weekdays in the language of a client, for the library of the calendar. */
function named(): { locale?: string; monthLabelFormat?: (month: string) => string } {
  const english = dayjs.Ls.en
  if (!locale || !english) return {}
  const inWords = (year: number, month: number, day: number, options: Intl.DateTimeFormatOptions) =>
    new Date(Date.UTC(year, month, day)).toLocaleDateString(locale, { ...options, timeZone: 'UTC' })
  const months = (month: 'long' | 'short') =>
    Array.from({ length: 12 }, (_, nth) => inWords(2026, nth, 1, { month }))
  // The first of February 2026 is a Sunday.
  const weekdays = (weekday: 'long' | 'short' | 'narrow') =>
    Array.from({ length: 7 }, (_, nth) => inWords(2026, 1, 1 + nth, { weekday }))
  const name = 'client'
  dayjs.locale(
    {
      ...english,
      ...{ name, months: months('long'), monthsShort: months('short'), weekdays: weekdays('long') },
      ...{ weekdaysShort: weekdays('short'), weekdaysMin: weekdays('narrow') },
    },
    undefined,
    true,
  )
  return {
    locale: name,
    monthLabelFormat: (day) => {
      const [year = 0, month = 1] = day.split('-').map(Number)
      return inWords(year, month - 1, 1, { month: 'long', year: 'numeric' })
    },
  }
}

/** Two days of one calendar: the first and the last. The second is `null` until it is chosen. */
export function RangeCalendar(props: {
  value: [string | null, string | null]
  /** None before it can be chosen. */
  first?: string | undefined
  last: string
  onChange: (value: [string | null, string | null]) => void
}) {
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      hideOutsideDates
      firstDayOfWeek={firstDay()}
      // Red is for problems.
      weekendDays={[]}
      ariaLabels={ariaLabels()}
      {...named()}
      {...(props.first && { minDate: props.first })}
      maxDate={props.last}
      defaultDate={props.value[1] ?? props.value[0] ?? props.last}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

/** One day, none before the first. */
export function DayCalendar(props: {
  value: string | undefined
  first: string
  onChange: (day: string) => void
}) {
  return (
    <DatePicker
      hideOutsideDates
      firstDayOfWeek={firstDay()}
      // Red is for problems.
      weekendDays={[]}
      ariaLabels={ariaLabels()}
      {...named()}
      minDate={props.first}
      defaultDate={props.value ?? props.first}
      value={props.value ?? null}
      onChange={(day) => day && props.onChange(day)}
    />
  )
}

/** A day and a time to the second, such as `2026-01-31 12:30:00`. `onDone`: the choice ends. */
export function MomentCalendar(props: {
  value: string
  onChange: (value: string) => void
  onDone: () => void
}) {
  return (
    <InlineDateTimePicker
      // Escape closes the popover, but not a drawer below it.
      __stopPropagation
      withSeconds
      hideOutsideDates
      firstDayOfWeek={firstDay()}
      // Red is for problems.
      weekendDays={[]}
      ariaLabels={ariaLabels()}
      timePickerProps={timeLabels}
      submitButtonProps={{ 'aria-label': 'Done' }}
      value={props.value}
      onChange={(value) => value && props.onChange(value)}
      onSubmit={props.onDone}
    />
  )
}
