import { TextInput } from '@mantine/core'
import { dayOfExpiry, endOfDay } from './credential-words.ts'

/** The day at whose end a credential expires, or none. */
export function ExpiryField(props: {
  value: string | undefined
  error: string | undefined
  readOnly?: boolean
  onChange: (expiresAt: string | undefined) => void
}) {
  return (
    <TextInput
      type="date"
      label="Expires"
      description="Functions stop using it at the end of this day. Leave it empty if it does not expire."
      readOnly={props.readOnly ?? false}
      value={dayOfExpiry(props.value)}
      error={props.error}
      onChange={(event) => props.onChange(endOfDay(event.currentTarget.value))}
    />
  )
}
