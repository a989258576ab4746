import { Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { client } from '../../server/client.ts'
import { AccountFields, missingPassword, PasswordField, useAccountForm } from './account-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

type Secret = { secret: string; uri: string }

/** Password, then the QR code and a first code of the app, then the recovery codes. */
export function SetUpTwoFactor(props: { onClose: () => void }) {
  const [secret, setSecret] = useState<Secret>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  if (recoveryCodes)
    return <RecoveryCodes title="Save your recovery codes" codes={recoveryCodes} onClose={props.onClose} />
  return (
    <Modal opened onClose={props.onClose} title="Set up two-factor authentication">
      {secret ? (
        <EnterCode secret={secret} onTurnedOn={setRecoveryCodes} onClose={props.onClose} />
      ) : (
        <EnterPassword onSecret={setSecret} onClose={props.onClose} />
      )}
    </Modal>
  )
}

function EnterPassword(props: { onSecret: (secret: Secret) => void; onClose: () => void }) {
  const form = useAccountForm({
    initial: { password: '' },
    wrong: ({ password }) => ({ password: missingPassword(password) }),
    change: async (body) => props.onSecret(await client.call('auth.startTwoFactor', { body })),
    list: twoFactorQuery,
  })
  return (
    <AccountFields form={form} act="Continue" onCancel={props.onClose}>
      <Text>
        You need an app that shows codes, such as Google Authenticator, 1Password, Bitwarden or Aegis. First
        confirm that it is you.
      </Text>
      <PasswordField label="Your password" {...form.field('password')} />
    </AccountFields>
  )
}

function EnterCode(props: {
  secret: Secret
  onTurnedOn: (recoveryCodes: string[]) => void
  onClose: () => void
}) {
  const { secret, uri } = props.secret
  const form = useAccountForm({
    initial: { code: '' },
    wrong: ({ code }) => ({ code: code.trim() === '' ? 'Please enter the code.' : undefined }),
    async change(body) {
      const { recoveryCodes } = await client.call('auth.turnOnTwoFactor', { body })
      props.onTurnedOn(recoveryCodes)
    },
    list: twoFactorQuery,
  })
  return (
    <AccountFields form={form} act="Turn on" onCancel={props.onClose}>
      <Text>Scan this picture with the app, or type the key below into it.</Text>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <CopyField value={secret} shown={inGroups(secret)} label="Key for the app" />
      <TextInput
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        maxLength={12}
        {...form.field('code')}
      />
    </AccountFields>
  )
}

/** Groups of four are easier to type. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
