import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CopyField } from '../../design/copy-field.tsx'
import { client } from '../../server/client.ts'
import { PasswordField } from './password.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useTwoFactorChange } from './use-two-factor-change.ts'

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
  const [password, setPassword] = useState('')
  const start = useTwoFactorChange(async (given: string) =>
    props.onSecret(await client.call('auth.startTwoFactor', { body: { password: given } })),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') start.setProblems({ password: 'Please enter your password.' })
    else start.mutate(password)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          You need an app that shows codes, such as Google Authenticator, 1Password, Bitwarden or Aegis. First
          confirm that it is you.
        </Text>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          error={start.problems.password}
          onChange={setPassword}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function EnterCode(props: {
  secret: Secret
  onTurnedOn: (recoveryCodes: string[]) => void
  onClose: () => void
}) {
  const { secret, uri } = props.secret
  const [code, setCode] = useState('')
  const turnOn = useTwoFactorChange(async (given: string) => {
    const { recoveryCodes } = await client.call('auth.turnOnTwoFactor', { body: { code: given } })
    props.onTurnedOn(recoveryCodes)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') turnOn.setProblems({ code: 'Please enter the code.' })
    else turnOn.mutate(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>Scan this picture with the app, or type the key below into it.</Text>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <CopyField value={secret} shown={inGroups(secret)} label="Key for the app" />
        <TextInput
          label="Code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          maxLength={12}
          value={code}
          error={turnOn.problems.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={turnOn.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Groups of four are easier to type. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
