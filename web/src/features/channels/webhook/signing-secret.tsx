import { TextInput } from '@mantine/core'
import { CopyIcon } from '../../../design/fields/copy-field.tsx'

export const SECRET_LENGTH = 40

/** A new signing secret, which is shown until it is saved and never again. */
export function SigningSecret(props: {
  value: string
  error: string | undefined
  onChange: (secret: string) => void
}) {
  return (
    <TextInput
      label="Signing secret"
      description="Copy it to your server, or enter one of your own. It is sealed, and never shown again."
      required
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      maxLength={200}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      rightSection={<CopyIcon value={props.value} label="signing secret" size={28} />}
      rightSectionWidth={40}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
