import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { problemOfCode, problemOfEmail } from '../../auth/auth-fields.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { client } from '../../server/client.ts'
import { AccountFields, missingPassword, PasswordField, useAccountForm } from './account-form.tsx'

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
  const form = useAccountForm({
    initial: { email: '', password: '' },
    wrong: ({ email, password }) =>
      problemOfEmail(email) ? { email: problemOfEmail(email) } : { password: missingPassword(password) },
    async change(body) {
      const { requestId } = await client.call('auth.requestEmailChange', { body })
      props.onSent({ email: body.email.trim(), requestId })
    },
  })
  return (
    <AccountFields form={form} act="Send code" rows>
      <SettingRow label="New address">
        {({ label }) => (
          <TextInput
            label={label}
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.field('email')}
          />
        )}
      </SettingRow>
      <SettingRow label="Your password">
        {({ label }) => <PasswordField label={label} {...form.field('password')} />}
      </SettingRow>
    </AccountFields>
  )
}

function EnterCode(props: { sent: { email: string; requestId: string }; onDone: () => void }) {
  const form = useAccountForm({
    initial: { code: '', email: props.sent.email },
    wrong: ({ code }) => ({ code: problemOfCode(code) }),
    change: ({ code }) =>
      client.call('auth.changeEmail', { body: { ...props.sent, code } }).then(props.onDone),
    told: 'Your address was changed',
  })
  const { error, ...code } = form.field('code')
  return (
    <AccountFields form={form} act="Change address" onCancel={props.onDone} rows>
      <Text mb="md">We sent a code to {props.sent.email}.</Text>
      <SettingRow label="Verification Code" size="short">
        {({ label }) => (
          <TextInput
            label={label}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={12}
            {...code}
            // The address may have been taken meanwhile.
            error={error ?? form.field('email').error}
          />
        )}
      </SettingRow>
    </AccountFields>
  )
}
