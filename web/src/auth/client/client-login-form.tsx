import { Button, Stack, TextInput } from '@mantine/core'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import { ApiError } from '@parley/contracts/client.ts'
import { type FormEvent, useState } from 'react'
import { RevealablePassword } from '../../design/fields/revealable-password.tsx'
import { t } from '../../design/language.ts'
import { messageOf } from '../../server/failure.ts'
import { client } from '../client.ts'
import { failed } from './client-notices.ts'
import { fetchDashboardAhead } from './dashboard-ahead.ts'
import { MailedCodeStep, useMailedCode } from './mailed-code.tsx'
import { leaveFor, OrganisationButton, useOrganisationOf } from './organisation-openid.tsx'
import { withinTime } from './within-time.ts'

type Busy = 'password' | 'asking' | 'code' | 'organisation'

/**
 * E-mail and password, or a login code by mail (part 2 §2.5, §4), or the own sign-in of an organisation, where the domain of the
 * address belongs to one. While a code is asked for, the other fields are locked.
 */
export function ClientLoginForm(props: {
  agency: AgencyBrand
  /** What the fields begin with. */
  filled: { email: string; password: string }
  onSignedIn: () => void
  onDisabled: (message: string) => void
}) {
  const { agencyId, region, settings } = props.agency
  const [email, setEmail] = useState(props.filled.email)
  const [password, setPassword] = useState(props.filled.password)
  const mailed = useMailedCode()
  const [busy, setBusy] = useState<Busy>()
  const [invalid, setInvalid] = useState<{ email?: string; code?: string }>({})
  const { code, requestId, waiting } = mailed
  const organisation = useOrganisationOf(email, props.agency)
  const only = organisation?.onlyOpenId ?? false
  const passwords = !settings.disablePasswordLogin && !only

  const attempt = async (what: Busy, act: () => Promise<void>) => {
    setBusy(what)
    setInvalid({})
    try {
      await act()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'client-access-disabled')
        return props.onDisabled(error.message)
      const field = error instanceof ApiError ? error.field : undefined
      if (field === 'email' || field === 'code') setInvalid({ [field]: messageOf(error) })
      failed(error instanceof ApiError ? messageOf(error) : t('Failed to sign in'))
    } finally {
      setBusy(undefined)
    }
  }
  const signIn = async (secret: string) => {
    await withinTime(client.call('clientAuth.signIn', { body: { email, password: secret, agencyId } }))
    props.onSignedIn()
  }
  const withPassword = () => {
    if (email.trim() === '' || password === '') return failed(t('Please enter your email and password.'))
    void attempt('password', () => signIn(password))
  }
  const askForCode = () => {
    if (email.trim() === '') return setInvalid({ email: t('Please enter your email.') })
    void attempt('asking', async () => {
      const answer = await client.call('rpc.ssoClient', { params: { region }, body: { email, agencyId } })
      mailed.mailed(answer.requestId, email)
    })
  }
  const withCode = () => {
    if (code.trim() === '') return setInvalid({ code: t('Please enter the verification code.') })
    void attempt('code', async () => {
      const body = { email, agencyId, code, ...(requestId && { requestId }) }
      const { data } = await withinTime(client.call('rpc.ssoClient', { params: { region }, body }))
      await signIn(data?.clientData.dashboardPassword ?? '')
    })
  }
  const withOrganisation = () =>
    attempt('organisation', async () => {
      await leaveFor(email, props.agency)
      // The form stays busy while the browser leaves.
      await new Promise(() => {})
    })
  const cancel = () => {
    mailed.forget()
    setInvalid({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (waiting) withCode()
    else if (only) void withOrganisation()
    else if (passwords) withPassword()
    else askForCode()
  }

  return (
    <form onSubmit={submit} onChange={fetchDashboardAhead} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={invalid.email}
          disabled={waiting}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setInvalid({})
          }}
        />
        {passwords && (
          <RevealablePassword
            label={t('Password')}
            name="password"
            autoComplete="current-password"
            value={password}
            disabled={waiting}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {waiting ? (
          <MailedCodeStep
            mailed={mailed}
            label={t('Login Code')}
            error={invalid.code}
            act={t('Sign In')}
            acting={busy === 'code'}
            asking={busy === 'asking'}
            onType={() => setInvalid({})}
            onResend={askForCode}
            onCancel={cancel}
          />
        ) : (
          <>
            {passwords && (
              <Button type="submit" loading={busy === 'password'} disabled={password === ''}>
                {t('Sign In')}
              </Button>
            )}
            {!only && (
              <Button
                type={passwords ? 'button' : 'submit'}
                variant={passwords ? 'default' : 'filled'}
                loading={busy === 'asking'}
                disabled={busy === 'password' || busy === 'organisation'}
                onClick={passwords ? askForCode : undefined}
              >
                {t('Email Login Code')}
              </Button>
            )}
            {organisation && (
              <OrganisationButton
                organisation={organisation}
                loading={busy === 'organisation'}
                disabled={busy === 'password' || busy === 'asking'}
                onPress={() => void withOrganisation()}
              />
            )}
          </>
        )}
      </Stack>
    </form>
  )
}
