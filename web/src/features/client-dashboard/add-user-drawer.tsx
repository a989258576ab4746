import { Button, Stack } from '@mantine/core'
import type { ClientView } from '@parley/contracts/client/endpoints.ts'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { defaultClientNotifications } from '@parley/contracts/notification/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { AdvancedSettings } from '../../shell/advanced-settings.tsx'
import { AgentsField } from '../../shell/agent/agents-field.tsx'
import { ClientFields, isComplete, newPassword } from '../../shell/client-fields.tsx'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { NotifyFields } from '../../shell/notify-fields.tsx'
import { membersQuery } from './queries.ts'

/** Part 2 §8, in ms. */
const failureMs = 3_000

type Fields = Pick<
  ClientView,
  'name' | 'email' | 'squarePhotoURL' | 'widgetIDs' | 'notificationsSettings'
> & {
  /** Unless they were chosen, the agency decides. */
  allowCreateAgents?: boolean
  canDelegateChats?: boolean
}

/** Adds a client to the organisation, with agents of the admin who adds it. */
export function AddUserDrawer(props: { session: ClientSessionView; onClose: () => void }) {
  const { region, orgData, clientData } = props.session
  const formId = useId()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const [password, setPassword] = useState<string | undefined>(newPassword)
  // Sent again after a lost answer, it adds one user.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [missing, setMissing] = useState(false)
  const initial: Fields = {
    ...{ name: '', email: '', squarePhotoURL: '', widgetIDs: clientData.widgetIDs },
    notificationsSettings: defaultClientNotifications,
  }
  const fields = { ...initial, ...edits }
  const edit = (change: Partial<Fields>) => setEdits({ ...edits, ...change })
  useWarningBeforeLeaving(Object.keys(edits).length > 0)
  const add = useMutation({
    mutationFn: () => {
      const body = { ...fields, dashboardPassword: password ?? '' }
      return client.call('ownOrganisation.addUser', { params: { region }, body }, { idempotencyKey })
    },
    onSuccess: async () => {
      noticeSuccess(t('{name} was added', { name: fields.name }))
      setEdits({})
      await queryClient.invalidateQueries(membersQuery(region))
      props.onClose()
    },
    onError: (error) => noticeFailure(messageOf(error), failureMs),
  })
  const problems = problemsIn(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const complete = isComplete(fields, { isNew: true, password })
    setMissing(!complete)
    if (complete) add.mutate()
  }
  return (
    <FramedDrawer title={t('Add User')} kind={<bdi>{orgData.name}</bdi>} onClose={props.onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          {add.error && problems.size === 0 && <ProblemAlert>{messageOf(add.error)}</ProblemAlert>}
          <ClientFields
            isNew
            {...{ fields, password, missing, problems }}
            onEdit={edit}
            onPassword={setPassword}
          />
          <AgentsField
            description={t('Of your agents, those that this user will see')}
            value={fields.widgetIDs}
            error={problems.get('widgetIDs')}
            onChange={(widgetIDs) => edit({ widgetIDs })}
          />
          <NotifyFields
            value={fields.notificationsSettings}
            onChange={(notificationsSettings) => edit({ notificationsSettings })}
          />
          {!clientData.hideAdvancedSettings && (
            <AdvancedSettings
              allowCreateAgents={fields.allowCreateAgents ?? false}
              canDelegateChats={fields.canDelegateChats ?? false}
              withoutCreating={!clientData.allowCreateAgents}
              onChange={edit}
            />
          )}
          <DrawerFooter>
            <Button type="submit" form={formId} loading={add.isPending}>
              {t('Add user')}
            </Button>
          </DrawerFooter>
        </Stack>
      </form>
    </FramedDrawer>
  )
}
