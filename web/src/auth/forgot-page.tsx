import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { AuthCard, PageLink } from './auth-card.tsx'
import {
  CodeField,
  EmailField,
  NewPasswordField,
  problemOfCode,
  problemOfEmail,
  problemOfPassword,
} from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import type { AuthPageProps } from './auth-pages.tsx'
import { client } from './client.ts'
import type { CodeSent } from './code-step.tsx'
import { Address, OutboxHint } from './mail-words.tsx'
import { readyFor } from './signed-in.ts'

/** Sends a reset code by e-mail, then sets a new password with it. */
export function ForgotPage(props: AuthPageProps) {
  const [sent, setSent] = useState<CodeSent>()
  return sent ? (
    <NewPasswordStep {...props} sent={sent} onCancel={() => setSent(undefined)} />
  ) : (
    <EmailStep {...props} onSent={setSent} />
  )
}

function EmailStep(props: AuthPageProps & { onSent: (sent: CodeSent) => void }) {
  const form = useAuthForm({ email: props.email })
  const { email } = form.values
  const send = async () => {
    const problem = problemOfEmail(email)
    if (problem) return form.fail({ email: problem })
    const sent = await form.send(() => client.call('auth.requestPasswordReset', { body: { email } }))
    if (sent) props.onSent({ email: email.trim(), requestId: sent.value.requestId })
  }
  return (
    <AuthCard
      title="Reset your password"
      purpose="Tell us your email and we send you a code to set a new password with."
      error={form.errors.form}
      onSubmit={send}
      footer={
        <Text>
          Remembered it?{' '}
          <PageLink to="/login" go={props.go}>
            Sign In
          </PageLink>
        </Text>
      }
    >
      <EmailField field={form.fieldProps('email')} onLeave={props.onEmail} first />
      <Button type="submit" loading={form.busy}>
        Send Verification Code
      </Button>
    </AuthCard>
  )
}

function NewPasswordStep({
  sent,
  onCancel,
  onSignedIn,
}: AuthPageProps & { sent: CodeSent; onCancel: () => void }) {
  const form = useAuthForm({ code: '', password: '' })
  const { code, password } = form.values
  const reset = async () => {
    const missing = { code: problemOfCode(code), password: problemOfPassword(password) }
    if (missing.code || missing.password) return form.fail(missing)
    const done = await form.send(
      () => readyFor(client.call('auth.resetPassword', { body: { ...sent, code, password } })),
      { staysBusy: true },
    )
    if (done) onSignedIn(done.value)
  }
  return (
    <AuthCard
      title="Set a new password"
      purpose={
        <>
          If <Address of={sent.email} /> has an account, a code is on its way to it. All other sessions end.
        </>
      }
      error={form.errors.form}
      onSubmit={reset}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={sent.email} readOnly hidden />
      <CodeField label="Verification Code" field={form.fieldProps('code')} />
      <NewPasswordField label="New password" field={form.fieldProps('password')} />
      <Group grow>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy}>
          Set password
        </Button>
      </Group>
      <OutboxHint />
    </AuthCard>
  )
}
