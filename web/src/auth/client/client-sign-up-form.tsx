import { Button, Stack, TextInput } from '@mantine/core'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import { ApiError } from '@parley/contracts/client.ts'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { spokenLanguage } from '../../languages/languages.ts'
import { messageOf } from '../../server/failure.ts'
import { client } from '../client.ts'
import { failed, said } from './client-notices.ts'
import { MailedCodeStep, useMailedCode } from './mailed-code.tsx'

/** How long after the account is there the client is signed in (part 2 §9), in ms. */
const signInAfterMs = 500

type Invalid = { name?: string; email?: string; code?: string }

/** Name and e-mail, then the code that was mailed (part 2 §2.5, §4). While a code is asked for, the other fields are locked. */
export function ClientSignUpForm(props: { agency: AgencyBrand; onSignedIn: () => void }) {
  const { agencyId, region } = props.agency
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const mailed = useMailedCode()
  const [busy, setBusy] = useState<'asking' | 'creating'>()
  const [invalid, setInvalid] = useState<Invalid>({})
  // Sent again after a lost answer, a code creates one client.
  const sentCode = useRef({ of: '', key: '' })
  const { code, requestId, waiting } = mailed

  const attempt = async (what: 'asking' | 'creating', act: () => Promise<void>) => {
    setBusy(what)
    setInvalid({})
    try {
      await act()
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined
      const message = error instanceof ApiError ? messageOf(error) : ''
      if (field === 'name' || field === 'email' || field === 'code') setInvalid({ [field]: message })
      failed(message || t('An error occurred during sign in.'))
    } finally {
      setBusy(undefined)
    }
  }
  const askForCode = () => {
    if (name.trim() === '' || email.trim() === '') return failed(t('Please fill out all fields.'))
    void attempt('asking', async () => {
      const body = { name, email, agencyId, preferredLanguage: spokenLanguage() }
      const answer = await client.call('rpc.signupWithOTP', { params: { region }, body })
      mailed.mailed(answer.requestId, email)
      said(t(answer.message))
    })
  }
  const create = () => {
    if (code.trim() === '') return setInvalid({ code: t('Please enter the verification code.') })
    void attempt('creating', async () => {
      const body = {
        ...{ name, email, agencyId, code, ...(requestId && { requestId }) },
        preferredLanguage: spokenLanguage(),
      }
      const of = JSON.stringify(body)
      if (sentCode.current.of !== of) sentCode.current = { of, key: crypto.randomUUID() }
      const { key: idempotencyKey } = sentCode.current
      const call = { params: { region }, body }
      const { data, message } = await client.call('rpc.signupWithOTP', call, { idempotencyKey })
      if (!data) return said(t(message))
      await new Promise((resolve) => setTimeout(resolve, signInAfterMs))
      const { dashboardPassword } = data.clientData
      const known = { email: data.clientData.email, password: dashboardPassword, agencyId }
      await client.call('clientAuth.signIn', { body: known })
      props.onSignedIn()
    })
  }
  const cancel = () => {
    mailed.forget()
    setInvalid({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (waiting) create()
    else askForCode()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('Full Name')}
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={100}
          value={name}
          error={invalid.name}
          disabled={waiting}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setInvalid({})
          }}
        />
        <TextInput
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          error={invalid.email}
          disabled={waiting}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setInvalid({})
          }}
        />
        {waiting ? (
          <MailedCodeStep
            mailed={mailed}
            label={t('Verification Code')}
            error={invalid.code}
            act={t('Create')}
            acting={busy === 'creating'}
            asking={busy === 'asking'}
            locked={busy === 'creating'}
            onType={() => setInvalid({})}
            onResend={askForCode}
            onCancel={cancel}
          />
        ) : (
          <Button type="submit" loading={busy === 'asking'}>
            {t('Send Verification Code')}
          </Button>
        )}
      </Stack>
    </form>
  )
}
