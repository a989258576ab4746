import { DayField } from '../../design/dates/day-field.tsx'
import { dayOfExpiry, endOfDay } from '../../design/dates/expiry.ts'

/** The day at whose end a credential expires, or none. */
export function ExpiryField(props: {
  value: string | undefined
  error: string | undefined
  readOnly?: boolean
  onChange: (expiresAt: string | undefined) => void
}) {
  return (
    <DayField
      label="Expires"
      description="Functions stop using it at the end of this day."
      none="Never"
      value={dayOfExpiry(props.value) || undefined}
      first={dayOfExpiry(new Date().toISOString())}
      error={props.error}
      readOnly={props.readOnly ?? false}
      onChange={(day) => props.onChange(endOfDay(day ?? ''))}
    />
  )
}
