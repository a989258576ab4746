import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { SignInAnswer } from '@parley/contracts/identity/views.ts'
import { useState } from 'react'
import { forgetInvite, pendingInvite } from '../server/pending-invite.ts'
import { regionNames, regions } from '../shell/regions.ts'
import { newProgress, onboardingKey, storeProgress } from '../shell/workspace/onboarding-progress.ts'
import styles from './auth-card.module.css'
import { AuthCard, PageLink } from './auth-card.tsx'
import { EmailField, NewPasswordField, problemOfEmail, problemOfPassword } from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import type { AuthPageProps } from './auth-pages.tsx'
import { client } from './client.ts'
import { type CodeSent, CodeStep } from './code-step.tsx'
import { type Invitation, useInvitation } from './invitation.ts'
import { Address } from './mail-words.tsx'
import { nearestRegion } from './nearest-region.ts'
import { forgetSignUp, keepSignUp, pendingSignUp } from './pending-sign-up.ts'
import { Providers } from './providers.tsx'
import { readyFor } from './signed-in.ts'

/** Asks for name, address and password, then for the code that proves the address. */
export function SignUpPage(props: AuthPageProps) {
  // After a reload; the code that was mailed is still to be entered.
  const [pending, setPending] = useState(pendingSignUp)
  const form = useAuthForm({
    displayName: pending?.displayName ?? '',
    email: pending?.email ?? props.email,
    password: '',
  })
  const [region, setRegion] = useState<Region>(
    () => pending?.region ?? pendingInvite()?.region ?? nearestRegion(),
  )
  const [sent, setSent] = useState<CodeSent>()
  const { pending: opening, invitation, leave } = useInvitation()
  const { displayName, password } = form.values
  // Whoever was invited can join with this address alone.
  const email = invitation?.email ?? form.values.email
  const mailed = pending?.email === email.trim() ? pending : undefined

  const sendCode = async () => {
    const missing = {
      displayName: displayName.trim() === '' ? 'Please enter your name.' : undefined,
      email: problemOfEmail(email),
      password: problemOfPassword(password),
    }
    if (missing.displayName || missing.email || missing.password) return form.fail(missing)
    if (mailed) return setSent(mailed)
    const asked = await form.send(() => client.call('auth.requestSignUp', { body: { email } }))
    if (asked) keep(asked.value.requestId)
  }
  const keep = (requestId: string) => {
    setSent({ email: email.trim(), requestId })
    keepSignUp({ displayName, email: email.trim(), region, requestId })
  }
  const done = (answer: SignInAnswer) => {
    forgetSignUp()
    props.onSignedIn(answer)
  }
  const cancel = () => {
    forgetSignUp()
    setPending(undefined)
    setSent(undefined)
  }

  const withoutInvitation = () => {
    forgetInvite()
    leave()
  }
  // What it decides would change what is shown.
  if (opening) return null

  if (sent)
    return (
      <CodeStep
        title="Check your mail"
        purpose={
          <>
            We sent a code to <Address of={sent.email} />. Enter it within 10 minutes to create your account.
          </>
        }
        busy="Setting up your account..."
        label="Verification Code"
        action="Create"
        sent={sent}
        resend={async () => {
          const again = await client.call('auth.requestSignUp', { body: { email: sent.email } })
          keepSignUp({ displayName, email: sent.email, region, requestId: again.requestId })
          return again
        }}
        use={async (code) => {
          const body = { ...code, displayName, password, region }
          const answer = await readyFor(client.call('auth.signUp', { body }))
          // The dashboard then leads to the onboarding, unless this account has agents already.
          if ('workspace' in answer) storeProgress(onboardingKey, newProgress(answer.workspace.workspaceId))
          return answer
        }}
        onDone={done}
        onCancel={cancel}
      />
    )

  return (
    <AuthCard
      title="Create your account"
      purpose={
        invitation ? (
          <InvitedBy invitation={invitation} onLeave={withoutInvitation} />
        ) : (
          'Build an agent and put it on your website.'
        )
      }
      error={form.errors.form}
      onSubmit={sendCode}
      footer={
        <Text>
          Already have an account?{' '}
          <PageLink to="/login" go={props.go}>
            Sign In
          </PageLink>
        </Text>
      }
    >
      {mailed && (
        <Alert color="blue">
          We sent a code to <Address of={mailed.email} />. Enter your password again to continue with it.
        </Alert>
      )}
      <TextInput label="Full Name" autoComplete="name" autoFocus {...form.fieldProps('displayName')} />
      <EmailField
        field={{ ...form.fieldProps('email'), value: email }}
        onLeave={props.onEmail}
        fixed={invitation && 'The invitation was sent to this address.'}
      />
      <NewPasswordField label="Password" field={form.fieldProps('password')} />
      {!invitation && <RegionChoice region={region} onChoose={setRegion} />}
      <Button type="submit" loading={form.busy}>
        {mailed ? 'Enter the code' : 'Send Verification Code'}
      </Button>
      <Providers
        busy={form.busy}
        region={region}
        onStart={(start) => form.send(start, { staysBusy: true })}
      />
    </AuthCard>
  )
}

function InvitedBy(props: { invitation: Invitation; onLeave: () => void }) {
  const { workspaceName, invitedBy } = props.invitation
  return (
    <>
      <bdi>{invitedBy}</bdi> invited you to <bdi>{workspaceName}</bdi>. You join it once your account is
      created.{' '}
      <Anchor component="button" type="button" onClick={props.onLeave}>
        Sign up without the invitation
      </Anchor>
    </>
  )
}

function RegionChoice(props: { region: Region; onChoose: (region: Region) => void }) {
  return (
    <div>
      <fieldset className={styles.regions}>
        <legend>Region</legend>
        {regions.map((region) => (
          <label key={region} className={styles.region}>
            <input
              type="radio"
              name="region"
              value={region}
              checked={props.region === region}
              onChange={() => props.onChoose(region)}
            />
            {regionNames[region]}
          </label>
        ))}
      </fieldset>
      <Text size="xs" c="dimmed" mt={6}>
        Your agents, their knowledge and every conversation are stored in this region only. It can't be
        changed later.
      </Text>
    </div>
  )
}
