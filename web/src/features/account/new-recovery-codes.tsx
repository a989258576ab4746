import { Modal } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../server/client.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function NewRecoveryCodes(props: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  if (codes)
    return <RecoveryCodes title="Save your new recovery codes" codes={codes} onClose={props.onClose} />
  return (
    <Modal opened onClose={props.onClose} title="Replace your recovery codes?">
      <ProofForm
        explanation="You get ten new codes. The ones you have now stop working."
        action="Replace codes"
        change={async (proof) => {
          const { recoveryCodes } = await client.call('auth.renewRecoveryCodes', { body: { proof } })
          setCodes(recoveryCodes)
        }}
        onClose={props.onClose}
      />
    </Modal>
  )
}
