import { Button, Group, TextInput } from '@mantine/core'
import { GENERATED_PASSWORD_LENGTH } from '@parley/contracts/client/pages.ts'
import { IconRefresh } from '@tabler/icons-react'
import { CopyIcon } from '../design/copy-field.tsx'
import { randomText } from './random-text.ts'

export const newPassword = () => randomText(GENERATED_PASSWORD_LENGTH)

/** The password of a client. Shown while it is being set; afterwards it can only be replaced (`password` undefined: unchanged). */
export function DashboardPasswordField(props: {
  isNew: boolean
  password: string | undefined
  error: string | undefined
  onChange: (password: string | undefined) => void
}) {
  const { isNew, password, onChange } = props
  return (
    <TextInput
      label="Dashboard password"
      description={
        isNew || password !== undefined
          ? 'Copy it now: it is not shown again once it is saved.'
          : 'It is kept as a hash and can only be replaced, which signs the client out.'
      }
      required={isNew}
      autoComplete="off"
      spellCheck={false}
      placeholder={isNew ? undefined : 'Unchanged'}
      maxLength={200}
      value={password ?? ''}
      error={props.error}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onChange={(event) => onChange(event.currentTarget.value || (isNew ? '' : undefined))}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <div style={{ flex: 1 }}>{input}</div>
          {password && <CopyIcon value={password} label="password" size={36} />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={() => onChange(newPassword())}
          >
            {isNew || password !== undefined ? 'Regenerate' : 'Replace'}
          </Button>
        </Group>
      )}
    />
  )
}
