import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { problemOfCode, problemOfEmail } from '../../auth/auth-fields.tsx'
import { SettingRow, SettingSection } from '../../design/setting-row.tsx'
import { client } from '../../server/client.ts'
import { PasswordField } from './password.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Changes the address once a code that was mailed to the new one proves it. */
export function Email(props: { email: string }) {
  const [sent, setSent] = useState<{ email: string; requestId: string }>()
  const leave = () => setSent(undefined)
  return (
    <SettingSection
      title="Email"
      explanation={
        <>
          You sign in as <b>{props.email}</b>. A new address takes effect once you enter the code we send to
          it.
        </>
      }
    >
      {sent ? <EnterCode sent={sent} onDone={leave} /> : <AskForCode onSent={setSent} />}
    </SettingSection>
  )
}

function AskForCode(props: { onSent: (sent: { email: string; requestId: string }) => void }) {
  const [typed, setTyped] = useState({ email: '', password: '' })
  const ask = useAccountChange(async (body: typeof typed) => {
    const { requestId } = await client.call('auth.requestEmailChange', { body })
    props.onSent({ email: body.email.trim(), requestId })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOfEmail(typed.email)
    if (problem !== undefined) ask.setProblems({ email: problem })
    else if (typed.password === '') ask.setProblems({ password: 'Please enter your password.' })
    else ask.mutate(typed)
  }
  return (
    <form onSubmit={submit} noValidate>
      <SettingRow label="New address">
        {({ label }) => (
          <TextInput
            label={label}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={typed.email}
            error={ask.problems.email}
            onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
          />
        )}
      </SettingRow>
      <SettingRow label="Your password">
        {({ label }) => (
          <PasswordField
            label={label}
            autoComplete="current-password"
            value={typed.password}
            error={ask.problems.password}
            onChange={(password) => setTyped({ ...typed, password })}
          />
        )}
      </SettingRow>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={ask.isPending}>
          Send code
        </Button>
      </Group>
    </form>
  )
}

function EnterCode(props: { sent: { email: string; requestId: string }; onDone: () => void }) {
  const [code, setCode] = useState('')
  const change = useAccountChange(
    () => client.call('auth.changeEmail', { body: { ...props.sent, code } }).then(props.onDone),
    'Your address was changed',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOfCode(code)
    if (problem !== undefined) change.setProblems({ code: problem })
    else change.mutate(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Text mb="md">We sent a code to {props.sent.email}.</Text>
      <SettingRow label="Verification Code" size="short">
        {({ label }) => (
          <TextInput
            label={label}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={12}
            value={code}
            error={change.problems.code ?? change.problems.email}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </SettingRow>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={props.onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          Change address
        </Button>
      </Group>
    </form>
  )
}
