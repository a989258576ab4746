import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { hostBrand } from '../design/theme/host-brand.ts'
import { AuthCard, PageLink } from './auth-card.tsx'
import { EmailField, PasswordField, problemOfEmail } from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import type { AuthPageProps } from './auth-pages.tsx'
import { client } from './client.ts'
import type { CodeSent } from './code-step.tsx'
import { loaded } from './loaded-page.tsx'
import { Providers } from './providers.tsx'
import { readyFor } from './signed-in.ts'

const SignInCode = loaded(() => import('./sign-in-code.tsx').then((module) => module.SignInCode))

/** Sign-in by password or by a code sent by e-mail. */
export function SignInPage(props: AuthPageProps) {
  const [sent, setSent] = useState<CodeSent>()
  if (!sent) return <PasswordStep {...props} onCodeSent={setSent} />
  return <SignInCode sent={sent} onDone={props.onSignedIn} onCancel={() => setSent(undefined)} />
}

function PasswordStep(props: AuthPageProps & { onCodeSent: (sent: CodeSent) => void }) {
  const form = useAuthForm({ email: props.email, password: '' })
  const { email, password } = form.values

  const signIn = async () => {
    if (email.trim() === '' || password === '')
      return form.fail({ form: 'Please enter your email and password.' })
    const signedIn = await form.send(
      () => readyFor(client.call('auth.signIn', { body: { email, password } })),
      { staysBusy: true },
    )
    if (signedIn) props.onSignedIn(signedIn.value)
  }
  const sendCode = async () => {
    const problem = problemOfEmail(email)
    if (problem) return form.fail({ email: problem })
    const sent = await form.send(() => client.call('auth.requestCode', { body: { email } }))
    if (sent) props.onCodeSent({ email: email.trim(), requestId: sent.value.requestId })
  }

  const withPasskey = async () => {
    const signedIn = await form.send(async () => (await import('./passkey-sign-in.ts')).signInWithPasskey())
    if (signedIn?.value) props.onSignedIn(signedIn.value)
  }

  return (
    <AuthCard
      title="Sign In"
      purpose="Welcome back."
      error={form.errors.form}
      onSubmit={signIn}
      footer={
        // Nobody signs up at the domain of an agency.
        !hostBrand && (
          <Text>
            Don't have an account?{' '}
            <PageLink to="/signup" go={props.go}>
              Sign Up
            </PageLink>
          </Text>
        )
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
      {'PublicKeyCredential' in window && (
        <Button variant="default" onClick={withPasskey} disabled={form.busy}>
          Sign in with a passkey
        </Button>
      )}
      <Providers busy={form.busy} onStart={(start) => form.send(start, { staysBusy: true })} />
    </AuthCard>
  )
}
