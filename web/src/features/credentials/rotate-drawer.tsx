import { Button, Stack, Text } from '@mantine/core'
import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { secretNames } from './credential-words.ts'
import { ExpiryField } from './expiry-field.tsx'
import { SecretInput } from './secret-input.tsx'

/** Replaces the secret of a credential, for all functions that use it. */
export function RotateDrawer(props: { credential: CredentialView; onClose: () => void }) {
  const { credentialId, name, use } = props.credential
  const formId = useId()
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState('')
  const [expiresAt, setExpiresAt] = useState<string>()
  const rotate = useMutation({
    mutationFn: () =>
      client.call('credentials.rotate', {
        params: { region, credentialId },
        body: { secret, ...(expiresAt === undefined ? {} : { expiresAt }) },
      }),
    onSuccess: async () => {
      noticeSuccess(`${name} was rotated`)
      await queryClient.invalidateQueries({ queryKey: ['credentials', region] })
      props.onClose()
    },
  })
  const problems = problemsIn(rotate.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate()
  }
  return (
    <FramedDrawer title={name} kind="Rotate the secret" onClose={props.onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          {rotate.error && problems.size === 0 && <ProblemAlert>{messageOf(rotate.error)}</ProblemAlert>}
          <Text c="dimmed">
            Functions send the new secret from their next call on. The former one is gone at once, so create
            the new one at the other server first and withdraw the former one there afterwards.
          </Text>
          <SecretInput
            label={`New ${secretNames[use.kind].replace(/^[VPC]/, (letter) => letter.toLowerCase())}`}
            required
            data-autofocus
            value={secret}
            error={problems.get('secret')}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <ExpiryField value={expiresAt} error={problems.get('expiresAt')} onChange={setExpiresAt} />
        </Stack>
      </form>
      <DrawerFooter>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" form={formId} loading={rotate.isPending}>
          Rotate
        </Button>
      </DrawerFooter>
    </FramedDrawer>
  )
}
