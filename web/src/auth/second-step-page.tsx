import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { AuthCard } from './auth-card.tsx'
import { CodeField, problemOfCode } from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import { client } from './client.ts'
import { leave } from './signed-in.ts'

/** Asks for a code of the authenticator app, or for a recovery code. */
export function SecondStepPage(props: { ticket: string; onCancel: () => void }) {
  const [withApp, setWithApp] = useState(true)
  const form = useAuthForm({ code: '' })
  const { code } = form.values

  const submit = async () => {
    const problem = problemOfCode(code)
    if (problem)
      return form.fail({ code: withApp ? 'Please enter the code.' : 'Please enter a recovery code.' })
    const passed = await form.send(
      () => client.call('auth.passSecondStep', { body: { ticket: props.ticket, code } }),
      { staysBusy: true },
    )
    if (passed) leave()
  }
  const change = () => {
    form.fieldProps('code').onChange({ currentTarget: { value: '' } })
    setWithApp(!withApp)
    document.getElementsByName('code')[0]?.focus()
  }

  return (
    <AuthCard
      title="Two-factor authentication"
      purpose={
        withApp
          ? 'Enter the code that your authenticator app shows.'
          : 'Enter one of the recovery codes that you saved. Each works once.'
      }
      error={form.errors.form}
      onSubmit={submit}
    >
      <CodeField
        label={withApp ? 'Authenticator code' : 'Recovery code'}
        field={form.fieldProps('code')}
        {...(withApp ? {} : { letters: true })}
      />
      <Button type="submit" loading={form.busy}>
        Sign In
      </Button>
      <Button variant="default" onClick={props.onCancel} disabled={form.busy}>
        Cancel
      </Button>
      <Text ta="center">
        <Button variant="subtle" onClick={change} disabled={form.busy}>
          {withApp ? 'Use a recovery code' : 'Use the authenticator app'}
        </Button>
      </Text>
    </AuthCard>
  )
}
