import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/core/styles/Center.css'
import '@mantine/notifications/styles.css'
import { Anchor, Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { AgencyBrand, ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { ApiError } from '@parley/contracts/client.ts'
import { wayBack } from '@parley/contracts/identity/way-back.ts'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { hostBrand } from '../../design/theme/host-brand.ts'
import { browserLanguage, speakLanguage } from '../../languages/languages.ts'
import { forgetClient, rememberClient, sayNext, toldBefore } from '../../server/client-memory.ts'
import { messageOf } from '../../server/failure.ts'
import { AgencyLooks } from '../../shell/client-area/agency-looks.tsx'
import { firstAddress, mayCreateAgents, onboardingAddress } from '../../shell/client-area/client-pages.ts'
import { SignInFrame } from '../../shell/client-area/sign-in-frame.tsx'
import { AccessDisabled, NoAccess, SettingUp } from '../../shell/client-area/whole-screen.tsx'
import { client } from '../client.ts'
import { ClientLoginForm } from './client-login-form.tsx'
import { failed, said } from './client-notices.ts'
import { ClientSignUpForm } from './client-sign-up-form.tsx'
import { takenAnswer } from './organisation-openid.tsx'
import {
  type Credentials,
  credentialsOf,
  type SignInQuery,
  signInWith,
  type TakenQuery,
  takenQuery,
  whoIsReplacedBy,
} from './taken-query.ts'
import { withinTime } from './within-time.ts'

/** How long the way to the dashboard waits (part 2 §9), in ms. */
const redirectMs = 100

type Step =
  | { name: 'form' | 'sign-up' | 'setting-up' }
  | { name: 'asking'; who: string; taken: SignInQuery; credentials: Credentials }
  | { name: 'no-access' }
  | { name: 'disabled'; message: string }

const knownEmail = takenQuery && 'username' in takenQuery ? takenQuery.username : ''

/** Where the clients of an agency sign in (part 2 §2.5). */
export function ClientLoginPage() {
  const [brand, setBrand] = useState<AgencyBrand>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const agency = new URLSearchParams(window.location.search).get('agency') ?? undefined
    const brand = client.call('clientAuth.agency', { query: agency === undefined ? {} : { agency } })
    void speakLanguage(browserLanguage())
      .then(() => brand)
      .then(setBrand, (error) => setProblem(messageOf(error)))
  }, [])
  if (problem !== undefined) return <NoAgency message={problem} />
  if (!brand)
    return (
      <Center mih="100dvh" role="status" aria-label={t('Loading')}>
        <Loader size="sm" />
      </Center>
    )
  return <ClientSignIn agency={brand} />
}

type Filled = { email: string; password: string }

/** The page under the brand of an agency. `filled`: what its fields begin with. */
export function ClientSignIn({ agency, filled }: { agency: AgencyBrand; filled?: Filled }) {
  return (
    <AgencyLooks agency={agency}>
      <Notifications position="top-right" />
      <SigningIn agency={agency} filled={filled ?? { email: knownEmail, password: '' }} />
    </AgencyLooks>
  )
}

function NoAgency({ message }: { message: string }) {
  return (
    <Center mih="100dvh" p="lg" component="main">
      <Stack gap="xs" ta="center" role="alert">
        <title>{t('Sign In')}</title>
        <Title order={1} size="h2">
          {t('Sign In')}
        </Title>
        <Text c="dimmed">{message}</Text>
      </Stack>
    </Center>
  )
}

function SigningIn({ agency, filled }: { agency: AgencyBrand; filled: Filled }) {
  const [step, setStep] = useState<Step>({ name: takenQuery || takenAnswer ? 'setting-up' : 'form' })
  const [problem, setProblem] = useState<string>()
  const [failedToken, setFailedToken] = useState<SignInQuery>()
  const [leaving, setLeaving] = useState(false)
  const greeted = useRef(false)
  useEffect(() => {
    if (greeted.current) return
    greeted.current = true
    const notice = toldBefore()
    if (notice !== undefined) said(t(notice))
    if (takenQuery) void follow(takenQuery)
    else if (takenAnswer) void comeBack(takenAnswer)
  })

  /** Anybody can send a link that signs in as themselves: it replaces nobody else's session unasked. */
  const follow = async (taken: TakenQuery) => {
    // A view stands beside the session that there is.
    if ('view' in taken) return view(taken.view)
    await trying(taken, async () => {
      const credentials = await credentialsOf(taken, agency)
      const who = await whoIsReplacedBy(credentials)
      if (who !== undefined) return setStep({ name: 'asking', who, taken, credentials })
      await signInWith(credentials, agency)
      await goOn()
    })
  }

  const view = async (token: string) => {
    try {
      await (await import('./open-view.ts')).openViewOf(token, agency.region)
    } catch (error) {
      setStep({ name: 'form' })
      failed(error instanceof ApiError ? messageOf(error) : t('An error occurred during sign in.'))
    }
  }

  const trying = async (taken: SignInQuery, act: () => Promise<void>) => {
    setStep({ name: 'setting-up' })
    setFailedToken(undefined)
    try {
      await withinTime(act())
    } catch (error) {
      if (error instanceof ApiError && error.code === 'client-access-disabled')
        return setStep({ name: 'disabled', message: error.message })
      setFailedToken('token' in taken ? taken : undefined)
      setStep({ name: 'form' })
      failed(error instanceof ApiError ? messageOf(error) : t(failureOf(taken)))
    }
  }

  const replace = ({ taken, credentials }: Extract<Step, { name: 'asking' }>) =>
    trying(taken, async () => {
      await signInWith(credentials, agency)
      await goOn()
    })

  /** From the provider of its organisation; what went wrong there stays on the page. */
  const comeBack = async (finish: () => Promise<void>) => {
    try {
      await finish()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'client-access-disabled')
        return setStep({ name: 'disabled', message: error.message })
      setProblem(error instanceof ApiError ? messageOf(error) : Object(error).message)
      return setStep({ name: 'form' })
    }
    await goOn()
  }

  const goOn = async () => {
    setStep({ name: 'setting-up' })
    try {
      const session = await withinTime(client.call('clientAuth.refresh', { body: {} }))
      const { region, agencyId } = session
      await speakLanguage(session.clientData.preferredLanguage)
      rememberClient({ isClient: true, clientId: session.clientData.ID, agencyId, region })
      const address = addressOf(session)
      if (address === undefined) return setStep({ name: 'no-access' })
      sayNext('Signed in successfully.')
      setTimeout(() => window.location.replace(address), redirectMs)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'client-access-disabled')
        return setStep({ name: 'disabled', message: error.message })
      setStep({ name: 'form' })
      failed(error instanceof ApiError ? messageOf(error) : t('An error occurred during sign in.'))
    }
  }
  const logOut = async () => {
    setLeaving(true)
    try {
      await client.call('clientAuth.signOut', {})
      forgetClient()
      setStep({ name: 'form' })
      said(t('Signed out successfully.'))
    } catch (error) {
      // Whoever was refused at signing in has no session.
      if (error instanceof ApiError && error.status === 401) setStep({ name: 'form' })
      else failed(t('An error occurred during sign out.'))
    }
    setLeaving(false)
  }

  const screen = { agency, onLogOut: logOut, loggingOut: leaving }
  switch (step.name) {
    case 'setting-up':
      return <SettingUp agency={agency} />
    case 'asking':
      return (
        <SignInFrame agency={agency}>
          <title>{`${t('Sign In')} · ${agency.name}`}</title>
          <Stack gap="md">
            <Text fw={500}>{t('You are signed in as {name}.', { name: step.who })}</Text>
            <Text c="dimmed">{t('This link signs in somebody else here and signs you out.')}</Text>
            <Button component="a" href="/app/">
              {t('Stay signed in')}
            </Button>
            <Button variant="default" onClick={() => replace(step)}>
              {t('Sign in with the link')}
            </Button>
          </Stack>
        </SignInFrame>
      )
    case 'no-access':
      return <NoAccess {...screen} />
    case 'disabled':
      return <AccessDisabled {...screen} message={step.message} />
    case 'sign-up':
      return (
        <SignInFrame agency={agency}>
          <title>{`${t('Sign Up')} · ${agency.name}`}</title>
          <ClientSignUpForm agency={agency} onSignedIn={goOn} />
          <Text ta="center" mt="md">
            {t('Already have an account?')}{' '}
            <Anchor component="button" type="button" onClick={() => setStep({ name: 'form' })}>
              {t('Sign In')}
            </Anchor>
          </Text>
        </SignInFrame>
      )
    case 'form':
      return (
        <SignInFrame agency={agency}>
          <title>{`${t('Sign In')} · ${agency.name}`}</title>
          {problem !== undefined && (
            <Text c="var(--mantine-color-error)" mb="lg" role="alert">
              {problem}
            </Text>
          )}
          {failedToken && <TokenFailed onRetry={() => follow(failedToken)} />}
          <ClientLoginForm
            agency={agency}
            filled={filled}
            onSignedIn={goOn}
            onDisabled={(message) => setStep({ name: 'disabled', message })}
          />
          {agency.settings.enableClientSignup && (
            <Text ta="center" mt="md">
              {t("Don't have an account?")}{' '}
              <Anchor component="button" type="button" onClick={() => setStep({ name: 'sign-up' })}>
                {t('Sign Up')}
              </Anchor>
            </Text>
          )}
          {hostBrand && (
            <Text ta="center" mt="md">
              <Anchor href={`/login${window.location.search}`}>{t('Sign in as a member of the team')}</Anchor>
            </Text>
          )}
        </SignInFrame>
      )
  }
}

function TokenFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="xs" mb="lg" role="alert">
      <Text>{t('You could not be signed in automatically.')}</Text>
      <Button variant="default" onClick={onRetry}>
        {t('Try Again')}
      </Button>
    </Stack>
  )
}

/** What is said where the server gave no reason (part 2 §8). */
const failureOf = (taken: SignInQuery) =>
  'secret' in taken ? 'Error occurred signing in with admin access.' : 'An error occurred during sign in.'

/** Its onboarding, if that is due; else the page that the client wanted, or the first that it may open. */
function addressOf(session: ClientSessionView): string | undefined {
  const due = onboardingAddress(session)
  if (due !== undefined) return due
  // Without an agent, its dashboard offers to create one.
  const first = firstAddress(session) ?? (mayCreateAgents(session) ? '/app' : undefined)
  if (first === undefined) return undefined
  const wanted = wayBack(window.location.search, window.location.origin)
  return wanted.startsWith(`/app/${session.region}/agents/`) ? wanted : first
}
