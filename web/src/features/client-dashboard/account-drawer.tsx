import { Button, Stack, TextInput } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { ApiError } from '@parley/contracts/client.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { DrawerFooter, FramedDrawer } from '../../design/framed-drawer.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'
import { useWarningBeforeLeaving } from '../../shell/leave-warning.ts'
import { SmallPictureField } from '../../shell/small-picture-field.tsx'

type Fields = Pick<ClientSessionView['clientData'], 'name' | 'email' | 'squarePhotoURL'>

/** Client notices last 2 to 5 s (part 2 §9), in ms. */
const noticeMs = 5_000
const emailInUse = 'This email is already in use by another client.'

/** The client's own name, address and photo (part 2 §2.4), and how it is told of what happens. */
export function AccountDrawer(props: { client: Fields; notifications: ReactNode; onClose: () => void }) {
  const { client: known, onClose } = props
  const formId = useId()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const fields = { ...known, ...edits }
  const edit = (change: Partial<Fields>) => setEdits({ ...edits, ...change })
  const changed = Object.keys(edits).length > 0
  useWarningBeforeLeaving(changed)
  const save = useMutation({
    mutationFn: () => client.call('clientAuth.saveProfile', { body: edits }),
    onSuccess: async () => {
      noticeSuccess('Updated client data', noticeMs)
      await queryClient.invalidateQueries(sessionQuery())
      setEdits({})
      onClose()
    },
    onError: () => noticeFailure('Failed to update client data', noticeMs),
  })
  const problem = save.error instanceof ApiError ? save.error : undefined
  const problemOf = (field: keyof Fields) => (problem?.field === field ? problem.message : undefined)
  const blank = fields.name.trim() === '' || fields.email.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed && !blank) save.mutate()
  }
  return (
    <FramedDrawer title="Account" onClose={onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          <SmallPictureField
            label="Photo"
            what="photo"
            name={fields.name}
            picture={fields.squarePhotoURL}
            onChange={(squarePhotoURL) => edit({ squarePhotoURL })}
          />
          <TextInput
            label="Name"
            required
            maxLength={100}
            data-autofocus
            value={fields.name}
            error={fields.name.trim() === '' ? 'Please fill out all fields.' : problemOf('name')}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Email"
            type="email"
            required
            maxLength={254}
            value={fields.email}
            error={
              fields.email.trim() === ''
                ? 'Please fill out all fields.'
                : (problemOf('email') ?? (problem?.code === 'email-in-use' ? emailInUse : undefined))
            }
            onChange={(event) => edit({ email: event.currentTarget.value })}
          />
          <DrawerFooter>
            <Button type="submit" form={formId} loading={save.isPending} disabled={!changed || blank}>
              Save
            </Button>
          </DrawerFooter>
        </Stack>
      </form>
      {props.notifications}
    </FramedDrawer>
  )
}
