import { Modal, TextInput } from '@mantine/core'
import { client } from '../../server/client.ts'
import { AccountFields, useAccountForm } from './account-form.tsx'
import { missingName, passkeysQuery } from './passkeys-query.ts'

export function RenamePasskey(props: { passkey: { passkeyId: string; name: string }; onClose: () => void }) {
  const { passkeyId, name } = props.passkey
  const form = useAccountForm({
    initial: { name },
    wrong: (typed) => ({ name: missingName(typed.name) }),
    change: (body) => client.call('auth.renamePasskey', { params: { passkeyId }, body }).then(props.onClose),
    list: passkeysQuery,
  })
  return (
    <Modal opened onClose={props.onClose} title="Rename passkey">
      <AccountFields form={form} act="Rename" onCancel={props.onClose}>
        <TextInput label="Name" data-autofocus maxLength={60} {...form.field('name')} />
      </AccountFields>
    </Modal>
  )
}
