import { Badge, Button, Group, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { defaultClientAccess } from '@parley/contracts/client/pages.ts'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { IconPackageExport, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { AskBefore } from '../../design/ask-before.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/framed-drawer.tsx'
import { noticeError, noticeFailure, noticeSuccess } from '../../design/notices.ts'
import { ProblemAlert } from '../../design/problem-alert.tsx'
import { LoadingRows } from '../../design/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { AgentsField, useAgentsPending } from '../../shell/agents-field.tsx'
import { useWarningBeforeLeaving } from '../../shell/leave-warning.ts'
import { useWorkspace } from '../../shell/places.ts'
import { SmallPictureField } from '../../shell/small-picture-field.tsx'
import { useMay } from '../../shell/use-may.ts'
import { AccessEditor, useTabsPending } from './access-editor.tsx'
import styles from './clients.module.css'
import { CreditTransfer } from './credit-transfer.tsx'
import { MonthlyReport } from './monthly-report.tsx'
import { SnapshotDialog } from './move/snapshot-dialog.tsx'
import { OrganisationOpenId } from './organisation-openid.tsx'
import { monthlyReportQuery } from './queries.ts'

type Fields = Pick<
  OrganisationView,
  | 'name'
  | 'squarePhotoURL'
  | 'defaultClientAccess'
  | 'defaultClientTabOrder'
  | 'widgetIDs'
  | 'disableClientAccess'
  | 'disableClientAccessMessage'
>

const initial: Fields = {
  name: 'New Organization',
  squarePhotoURL: '',
  defaultClientAccess: [...defaultClientAccess],
  defaultClientTabOrder: [],
  widgetIDs: [],
  disableClientAccess: false,
  disableClientAccessMessage: '',
}

type Props = { organisation?: OrganisationView; onClose: () => void }

/** Adds an organization, or shows and changes one. */
export function OrganisationDrawer(props: Props) {
  const title = <bdi>{props.organisation?.name ?? 'New organization'}</bdi>
  const kind = props.organisation && 'Organization'
  const { ID = '' } = props.organisation ?? {}
  const report = useQuery({ ...monthlyReportQuery(useWorkspace(), ID), enabled: ID !== '' })
  const reportPending = ID !== '' && !report.isFetched
  const choicesPending = [useAgentsPending(), useTabsPending(), reportPending].includes(true)
  return (
    <FramedDrawer onClose={props.onClose} title={title} kind={kind}>
      {choicesPending ? <LoadingRows rows={5} /> : <OrganisationForm {...props} />}
    </FramedDrawer>
  )
}

function OrganisationForm(props: Props) {
  const { organisation: known, onClose } = props
  const { region, workspaceId } = useWorkspace()
  const params = { region, workspaceId }
  const may = useMay()
  const manages = may('client.manage')
  const formId = useId()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const [deleting, setDeleting] = useState(false)
  const [moving, setMoving] = useState(false)
  // Sent again after a lost answer, it adds one organization.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const fields: Fields = { ...(known ?? initial), ...edits }
  const edit = (change: Partial<Fields>) => setEdits({ ...edits, ...change })
  const changed = Object.keys(edits).length > 0
  useWarningBeforeLeaving(changed)
  const loaded = useLoaded(changed)
  const again = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['organisations', region] }),
      queryClient.invalidateQueries({ queryKey: ['clients', region] }),
    ])
  const save = useMutation({
    mutationFn: async () => {
      if (!known) {
        await client.call('organisations.create', { params, body: edits }, { idempotencyKey })
        return
      }
      const organisationId = known.ID
      await client.call(
        'organisations.save',
        { params: { ...params, organisationId }, body: edits },
        { loaded },
      )
    },
    onSuccess: async () => {
      noticeSuccess(known ? 'Organization updated successfully!' : `${fields.name} was added`)
      await again()
      setEdits({})
      if (!known) onClose()
    },
    onError: (error) =>
      noticeFailure(`Failed to update organization: ${messageOf(error) || 'Unknown error'}`),
  })
  const remove = useMutation({
    mutationFn: (organisationId: string) =>
      client.call('organisations.delete', { params: { ...params, organisationId } }),
    onSuccess: async () => {
      noticeSuccess(`${known?.name ?? 'The organization'} was deleted`)
      await again()
      onClose()
    },
    onError: (error) => {
      setDeleting(false)
      noticeError(error)
    },
  })
  const problems = problemsIn(save.error)
  const nameless = fields.name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!nameless) save.mutate()
  }
  return (
    <>
      <Stack gap="xl">
        <form id={formId} onSubmit={submit} noValidate>
          <fieldset className={styles.fieldset} disabled={!manages}>
            <Stack gap="md">
              {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
              <TextInput
                label="Name"
                required
                maxLength={100}
                data-autofocus={known ? undefined : true}
                value={fields.name}
                error={nameless ? 'Organization name is required.' : problems.get('name')}
                onChange={(event) => edit({ name: event.currentTarget.value })}
              />
              <SmallPictureField
                label="Logo"
                what="logo"
                name={fields.name}
                picture={fields.squarePhotoURL}
                onChange={(squarePhotoURL) => edit({ squarePhotoURL })}
              />
              <AgentsField
                description="The agents of this organization"
                value={fields.widgetIDs}
                onChange={(widgetIDs) => edit({ widgetIDs })}
              />
              <AccessEditor
                label="Default client access"
                description="What a new client of this organization may open, in the order of the navigation"
                access={fields.defaultClientAccess}
                order={fields.defaultClientTabOrder}
                onChange={(access, order) =>
                  edit({ defaultClientAccess: access, defaultClientTabOrder: order })
                }
              />
              <Switch
                label="Enable Client Access"
                description="Off, the clients of this organization are signed out and can’t sign in"
                checked={!fields.disableClientAccess}
                onChange={(event) => edit({ disableClientAccess: !event.currentTarget.checked })}
              />
              {fields.disableClientAccess && (
                <Textarea
                  label="Message for its clients"
                  description="What they read when they sign in meanwhile"
                  autosize
                  minRows={2}
                  maxRows={6}
                  maxLength={1024}
                  value={fields.disableClientAccessMessage}
                  error={problems.get('disableClientAccessMessage')}
                  onChange={(event) => edit({ disableClientAccessMessage: event.currentTarget.value })}
                />
              )}
              {/* No payment account can be connected yet, so the specification's hint always holds. */}
              <Switch
                label="Enable Billing"
                description="Connect Stripe account to enable billing features"
                checked={known?.allowBilling ?? false}
                readOnly
                disabled
              />
              {known?.allowBilling && (
                <Text c="dimmed" size="sm">
                  Its agents’ replies to visitors use its own credits first, and the workspace’s once they are
                  too few.
                </Text>
              )}
              {known && (
                <Group gap="xs">
                  <Button variant="default" disabled>
                    Invite User
                  </Button>
                  <Badge variant="light" color="gray">
                    SOON
                  </Badge>
                </Group>
              )}
              {manages && (
                <DrawerFooter
                  left={
                    known && (
                      <Button
                        variant="subtle"
                        color="red"
                        leftSection={<IconTrash size={16} />}
                        onClick={() => setDeleting(true)}
                      >
                        Delete
                      </Button>
                    )
                  }
                >
                  <Button
                    type="submit"
                    form={formId}
                    loading={save.isPending}
                    disabled={nameless || (!!known && !changed)}
                  >
                    {known ? 'Save' : 'Add organization'}
                  </Button>
                </DrawerFooter>
              )}
            </Stack>
          </fieldset>
        </form>
        {known && <MonthlyReport organisation={known} />}
        {known?.allowBilling && <CreditTransfer organisation={known} mayTransfer={may('billing.manage')} />}
        {known && manages && <OrganisationOpenId organisationId={known.ID} />}
        {known && may('agency.manage') && (
          <Stack gap="sm" component="section" aria-label="Snapshot">
            <Title order={2} size="h3">
              Snapshot
            </Title>
            <Text c="dimmed">
              A file with its agents, knowledge and clients, to move it to another workspace or region.
            </Text>
            <Group>
              <Button
                variant="default"
                leftSection={<IconPackageExport size={16} />}
                onClick={() => setMoving(true)}
              >
                Make a snapshot
              </Button>
            </Group>
          </Stack>
        )}
      </Stack>
      {moving && known && <SnapshotDialog organisation={known} onClose={() => setMoving(false)} />}
      {deleting && known && (
        <AskBefore
          title={`Delete ${known.name}?`}
          act="Delete organization"
          pending={remove.isPending}
          onAct={() => remove.mutate(known.ID)}
          onClose={() => setDeleting(false)}
        >
          An organization with clients or credits is kept: move or delete its clients and transfer its credits
          to the workspace first. This cannot be undone.
        </AskBefore>
      )}
    </>
  )
}
