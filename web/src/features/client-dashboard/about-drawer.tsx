import { Button, Stack, TextInput } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { sessionQuery } from '../../server/queries.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { SmallPictureField } from '../../shell/small-picture-field.tsx'
import { ownOrganisationQuery } from './queries.ts'

type Props = { session: ClientSessionView; onClose: () => void }
type Fields = { name: string; squarePhotoURL: string }

/** Client notices last 2 to 5 s (part 2 §9), in ms. */
const noticeMs = 5_000

/** The name and the logo of the organisation, which its admin changes (part 2 §2.4). */
export function AboutDrawer(props: Props) {
  const { region } = props.session
  const found = useQuery(ownOrganisationQuery(region))
  return (
    <FramedDrawer title={t('About')} kind={t('Organization')} onClose={props.onClose}>
      {found.isPending && <LoadingRows rows={2} />}
      {found.isError && !found.data && (
        <FailedList
          title={t('The organization could not be loaded')}
          error={found.error}
          onRetry={() => found.refetch()}
        />
      )}
      {found.data && <AboutForm {...props} known={found.data} />}
    </FramedDrawer>
  )
}

function AboutForm({ session: { region }, onClose, known }: Props & { known: Fields }) {
  const formId = useId()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const fields = { ...known, ...edits }
  const edit = (change: Partial<Fields>) => setEdits({ ...edits, ...change })
  const changed = Object.keys(edits).length > 0
  useWarningBeforeLeaving(changed)
  const loaded = useLoaded(changed)
  const save = useMutation({
    mutationFn: () => client.call('ownOrganisation.save', { params: { region }, body: edits }, { loaded }),
    onSuccess: async () => {
      noticeSuccess(t('Organization updated successfully!'), noticeMs)
      await Promise.all([
        queryClient.invalidateQueries(sessionQuery()),
        queryClient.invalidateQueries(ownOrganisationQuery(region)),
      ])
      setEdits({})
      onClose()
    },
    onError: (error) =>
      noticeFailure(t('Failed to update organization: {reason}', { reason: messageOf(error) }), noticeMs),
  })
  const problems = problemsIn(save.error)
  const nameless = fields.name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed && !nameless) save.mutate()
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
        <SmallPictureField
          label={t('Logo')}
          what="logo"
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
          error={nameless ? t('Organization name is required.') : problems.get('name')}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        <DrawerFooter>
          <Button type="submit" form={formId} loading={save.isPending} disabled={!changed || nameless}>
            {t('Save')}
          </Button>
        </DrawerFooter>
      </Stack>
    </form>
  )
}
