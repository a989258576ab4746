import { Button, Stack } from '@mantine/core'
import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'

/** The button that deletes a credential, which asks before. */
export function DeleteCredential(props: { credential: CredentialView; onDeleted: () => void }) {
  const { credentialId, name } = props.credential
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => client.call('credentials.delete', { params: { region, credentialId } }),
    onSuccess: async () => {
      noticeSuccess(`${name} was deleted`)
      props.onDeleted()
      await queryClient.invalidateQueries({ queryKey: ['credentials', region] })
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => {
          remove.reset()
          setAsking(true)
        }}
      >
        Delete
      </Button>
      {asking && (
        <AskBefore
          title={`Delete ${name}?`}
          act="Delete"
          pending={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <Stack gap="md">
            {remove.error && <ProblemAlert>{messageOf(remove.error)}</ProblemAlert>}
            <div>Its secret is gone then and can’t be brought back.</div>
          </Stack>
        </AskBefore>
      )}
    </>
  )
}
