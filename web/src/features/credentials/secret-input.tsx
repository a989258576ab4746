import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A field for a secret of another server, which browsers neither fill in nor offer to keep. */
export function SecretInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      maxLength={4000}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the secret', tabIndex: 0 }}
      {...props}
    />
  )
}
