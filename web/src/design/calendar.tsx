/** Calendars, which load when one is opened. */
import '@mantine/dates/styles.css'
import { DatePicker, InlineDateTimePicker } from '@mantine/dates'

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}
const timeLabels = { hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes', secondsInputLabel: 'Seconds' }

/** The first day of the week where the reader is, 0 for Sunday. */
function firstDay(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(
    navigator.language,
  )
  const days = [0, 1, 2, 3, 4, 5, 6] as const
  return days[(locale.getWeekInfo?.().firstDay ?? 1) % 7] ?? 1
}

/** Two days of one calendar: the first and the last. The second is `null` until it is chosen. */
export function RangeCalendar(props: {
  value: [string | null, string | null]
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
      ariaLabels={ariaLabels}
      maxDate={props.last}
      defaultDate={props.value[1] ?? props.value[0] ?? props.last}
      value={props.value}
      onChange={props.onChange}
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
      ariaLabels={ariaLabels}
      timePickerProps={timeLabels}
      submitButtonProps={{ 'aria-label': 'Done' }}
      value={props.value}
      onChange={(value) => value && props.onChange(value)}
      onSubmit={props.onDone}
    />
  )
}
