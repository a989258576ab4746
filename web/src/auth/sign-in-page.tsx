import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AuthCard, OutboxHint, PageLink } from './auth-card.tsx'
import { CodeField, EmailField, PasswordField, problemOfCode, problemOfEmail } from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import type { AuthPageProps } from './auth-pages.tsx'
import { client } from './client.ts'
import { wayBack } from './way-back.ts'

/** Sign-in by password, or by a code sent by e-mail. */
export function SignInPage(props: AuthPageProps) {
  const [codeSentTo, setCodeSentTo] = useState<string>()
  return codeSentTo ? (
    <CodeStep email={codeSentTo} onCancel={() => setCodeSentTo(undefined)} />
  ) : (
    <PasswordStep {...props} onCodeSent={setCodeSentTo} />
  )
}

function PasswordStep(props: AuthPageProps & { onCodeSent: (email: string) => void }) {
  const form = useAuthForm({ email: props.email, password: '' })
  const { email, password } = form.values

  const signIn = async () => {
    if (email.trim() === '' || password === '')
      return form.fail({ form: 'Please enter your email and password.' })
    const signedIn = await form.send(() => client.call('auth.signIn', { body: { email, password } }), {
      staysBusy: true,
    })
    if (signedIn) leave()
  }
  const sendCode = async () => {
    const problem = problemOfEmail(email)
    if (problem) return form.fail({ email: problem })
    const sent = await form.send(() => client.call('auth.requestCode', { body: { email } }))
    if (sent) props.onCodeSent(email.trim())
  }

  return (
    <AuthCard
      title="Sign In"
      purpose="Welcome back."
      error={form.errors.form}
      onSubmit={signIn}
      footer={
        <Text>
          Don't have an account?{' '}
          <PageLink to="/signup" go={props.go}>
            Sign Up
          </PageLink>
        </Text>
      }
    >
      <EmailField field={form.fieldProps('email')} onLeave={props.onEmail} first />
      <PasswordField field={form.fieldProps('password')} />
      <Text ta="right" mt={-8}>
        <PageLink to="/forgot" go={props.go}>
          Forgot your password?
        </PageLink>
      </Text>
      <Button type="submit" loading={form.busy} disabled={password === ''}>
        Sign In
      </Button>
      <Button variant="default" onClick={sendCode} disabled={form.busy}>
        Email Login Code
      </Button>
    </AuthCard>
  )
}

function CodeStep(props: { email: string; onCancel: () => void }) {
  const form = useAuthForm({ code: '' })
  const [resent, setResent] = useState(false)
  const { code } = form.values

  const signIn = async () => {
    const problem = problemOfCode(code)
    if (problem) return form.fail({ code: problem })
    const signedIn = await form.send(
      () => client.call('auth.signInWithCode', { body: { email: props.email, code } }),
      { staysBusy: true },
    )
    if (signedIn) leave()
  }
  const resend = async () => {
    setResent(await form.send(() => client.call('auth.requestCode', { body: { email: props.email } })))
  }

  return (
    <AuthCard
      title="Enter your code"
      purpose={`If ${props.email} has an account, a code is on its way to it.`}
      error={form.errors.form}
      onSubmit={signIn}
    >
      <CodeField label="Login Code" field={form.fieldProps('code')} />
      <Button type="submit" loading={form.busy}>
        Sign In
      </Button>
      <Group grow>
        <Button variant="default" onClick={resend} disabled={form.busy}>
          Resend Code
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
      <Stack gap={4}>
        <Text size="xs" c="dimmed" role="status">
          {resent ? 'A new code was sent.' : ''}
        </Text>
        <OutboxHint />
      </Stack>
    </AuthCard>
  )
}

export const leave = () => window.location.assign(wayBack(window.location.search, window.location.origin))
