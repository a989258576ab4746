import { Button, Stack, TextInput } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { ApiError } from '@parley/contracts/client.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { t } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'
import { LanguageField } from '../../shell/agent/language-field.tsx'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { SmallPictureField } from '../../shell/small-picture-field.tsx'
import { OwnPassword } from './own-password.tsx'

type Fields = Pick<ClientSessionView['clientData'], 'name' | 'email' | 'squarePhotoURL' | 'preferredLanguage'>

/** Client notices last 2 to 5 s (part 2 §9), in ms. */
const noticeMs = 5_000

/** The client's own name, address and photo (part 2 §2.4), the language of its dashboard, and how it is told of what happens. */
export function AccountDrawer(props: {
  client: Fields
  /** Whether it may sign in by password. */
  hasPassword: boolean
  notifications: ReactNode
  onClose: () => void
}) {
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
      await queryClient.invalidateQueries(sessionQuery())
      noticeSuccess(t('Updated client data'), noticeMs)
      setEdits({})
      onClose()
    },
    onError: () => noticeFailure(t('Failed to update client data'), noticeMs),
  })
  const problem = save.error instanceof ApiError ? save.error : undefined
  const problemOf = (field: keyof Fields) => (problem?.field === field ? messageOf(problem) : undefined)
  const blank = fields.name.trim() === '' || fields.email.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed && !blank) save.mutate()
  }
  return (
    <FramedDrawer title={t('Account')} onClose={onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          <SmallPictureField
            label={t('Photo')}
            what="photo"
            name={fields.name}
            picture={fields.squarePhotoURL}
            onChange={(squarePhotoURL) => edit({ squarePhotoURL })}
          />
          <TextInput
            label={t('Name')}
            required
            maxLength={100}
            data-autofocus
            value={fields.name}
            error={fields.name.trim() === '' ? t('Please fill out all fields.') : problemOf('name')}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <TextInput
            label={t('Email')}
            type="email"
            required
            maxLength={254}
            value={fields.email}
            error={
              fields.email.trim() === ''
                ? t('Please fill out all fields.')
                : (problemOf('email') ?? (problem?.code === 'email-in-use' ? messageOf(problem) : undefined))
            }
            onChange={(event) => edit({ email: event.currentTarget.value })}
          />
          <LanguageField
            value={fields.preferredLanguage}
            onChange={(preferredLanguage) => edit({ preferredLanguage })}
          />
          <DrawerFooter>
            <Button type="submit" form={formId} loading={save.isPending} disabled={!changed || blank}>
              {t('Save')}
            </Button>
          </DrawerFooter>
        </Stack>
      </form>
      {props.hasPassword && <OwnPassword />}
      {props.notifications}
    </FramedDrawer>
  )
}
