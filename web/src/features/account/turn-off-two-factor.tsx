import { Modal } from '@mantine/core'
import { client } from '../../server/client.ts'
import { ProofForm } from './proof-form.tsx'

export function TurnOffTwoFactor(props: { onClose: () => void }) {
  return (
    <Modal opened onClose={props.onClose} title="Turn off two-factor authentication?">
      <ProofForm
        explanation="Your password, or a code by mail, will be enough to sign in. Your recovery codes stop working."
        action="Turn off"
        color="red"
        change={(proof) => client.call('auth.turnOffTwoFactor', { body: { proof } }).then(props.onClose)}
        told="Two-factor authentication is off"
        onClose={props.onClose}
      />
    </Modal>
  )
}
