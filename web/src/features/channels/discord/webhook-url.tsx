import { PasswordInput } from '@mantine/core'

/** The URL of a webhook of Discord. Whoever has it can write in its channel, so that it is not shown. */
export function WebhookUrl(props: {
  label: string
  value: string
  error: string | undefined
  optional?: boolean
  onChange: (url: string) => void
}) {
  return (
    <PasswordInput
      label={props.label}
      description="It is sealed, and never shown again."
      required={!props.optional}
      autoComplete="new-password"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      maxLength={400}
      placeholder="https://discord.com/api/webhooks/…"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the URL', tabIndex: 0 }}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
