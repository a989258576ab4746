import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { leastPasswordLength, problemOfPassword } from '../../auth/auth-fields.tsx'
import { Section } from '../../design/page.tsx'
import { RevealablePassword } from '../../design/revealable-password.tsx'
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
    <Section title="Password" explanation="A new password ends all sessions but this one.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={420}>
          <PasswordField
            label="Present password"
            autoComplete="current-password"
            value={typed.password}
            error={save.problems.password}
            onChange={(password) => setTyped({ ...typed, password })}
          />
          <PasswordField
            label="New password"
            description={`At least ${leastPasswordLength} characters`}
            autoComplete="new-password"
            value={typed.newPassword}
            error={save.problems.newPassword}
            onChange={(newPassword) => setTyped({ ...typed, newPassword })}
          />
          <Group>
            <Button type="submit" variant="default" loading={save.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

export function PasswordField(props: {
  label: string
  description?: string
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
