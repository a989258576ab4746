import { Button, Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { leastPasswordLength, problemOfPassword } from '../../auth/auth-fields.tsx'
import { RevealablePassword } from '../../design/revealable-password.tsx'
import { SettingRow, SettingSection } from '../../design/setting-row.tsx'
import { client } from '../../server/client.ts'
import { useAccountChange } from './use-account-change.ts'

const none = { password: '', newPassword: '' }

/** Sets a new password; ends all other sessions. */
export function Password() {
  const [typed, setTyped] = useState(none)
  const save = useAccountChange(
    (body: typeof none) => client.call('auth.changePassword', { body }).then(() => setTyped(none)),
    'Your password was changed, and all other sessions ended',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOfPassword(typed.newPassword)
    if (typed.password === '') save.setProblems({ password: 'Please enter your password.' })
    else if (problem !== undefined) save.setProblems({ newPassword: problem })
    else save.mutate(typed)
  }
  return (
    <SettingSection title="Password" explanation="Changing your password ends all other sessions.">
      <form onSubmit={submit} noValidate>
        <SettingRow label="Current password">
          {({ label }) => (
            <PasswordField
              label={label}
              autoComplete="current-password"
              value={typed.password}
              error={save.problems.password}
              onChange={(password) => setTyped({ ...typed, password })}
            />
          )}
        </SettingRow>
        <SettingRow label="New password" help={`At least ${leastPasswordLength} characters`}>
          {(texts) => (
            <PasswordField
              {...texts}
              autoComplete="new-password"
              value={typed.newPassword}
              error={save.problems.newPassword}
              onChange={(newPassword) => setTyped({ ...typed, newPassword })}
            />
          )}
        </SettingRow>
        <Group justify="flex-end" mt="md">
          <Button type="submit" variant="default" loading={save.isPending}>
            Change password
          </Button>
        </Group>
      </form>
    </SettingSection>
  )
}

export function PasswordField(props: {
  label: ReactNode
  description?: ReactNode
  autoComplete: 'current-password' | 'new-password'
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <RevealablePassword
      {...props}
      maxLength={200}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
