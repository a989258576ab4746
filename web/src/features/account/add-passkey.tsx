import { Modal, Text, TextInput } from '@mantine/core'
import { browserName } from '../../design/words/browser-name.ts'
import { AccountFields, missingPassword, PasswordField, useAccountForm } from './account-form.tsx'
import { missingName, passkeysQuery } from './passkeys-query.ts'

/** Name and password, then the browser's own question. */
export function AddPasskey(props: { onClose: () => void }) {
  const form = useAccountForm({
    initial: { name: browserName(navigator.userAgent), password: '' },
    wrong: ({ name, password }) =>
      missingName(name) ? { name: missingName(name) } : { password: missingPassword(password) },
    async change(given) {
      const { createPasskey } = await import('./create-passkey.ts')
      if (await createPasskey(given)) props.onClose()
    },
    list: passkeysQuery,
  })
  return (
    <Modal opened onClose={props.onClose} title="Add a passkey">
      <AccountFields form={form} act="Continue" onCancel={props.onClose}>
        <Text>Next, your browser asks where to keep the passkey: on this device, a phone or a key.</Text>
        <TextInput
          label="Name"
          description="Tells you later which one it is"
          maxLength={60}
          {...form.field('name')}
        />
        <PasswordField label="Your password" {...form.field('password')} />
      </AccountFields>
    </Modal>
  )
}
