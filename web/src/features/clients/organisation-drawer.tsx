import { Badge, Button, Group, Select, Stack, Switch, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { defaultClientAccess } from '@parley/contracts/client/pages.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { defaultDashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { IconPackageExport, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { AgentsField, useAgentsPending } from '../../shell/agent/agents-field.tsx'
import { LanguageField } from '../../shell/agent/language-field.tsx'
import { dashboardLayoutOptions } from '../../shell/dashboard-layout-options.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { SmallPictureField } from '../../shell/small-picture-field.tsx'
import { AccessEditor, useTabsPending } from './access-editor.tsx'
import styles from './clients.module.css'
import { CreditTransfer } from './credit-transfer.tsx'
import { MonthlyReport } from './monthly-report.tsx'
import { SnapshotDialog } from './move/snapshot-dialog.tsx'
import { OrganisationInbox } from './organisation-inbox.tsx'
import { OrganisationOpenId } from './organisation-openid.tsx'
import { organisationQuery, organisationsAgain } from './queries.ts'
import { type OrganisationTab, organisationTabNames } from './search.ts'

type Fields = Pick<
  OrganisationView,
  | 'name'
  | 'squarePhotoURL'
  | 'defaultClientAccess'
  | 'defaultClientTabOrder'
  | 'widgetIDs'
  | 'preferredLanguage'
  | 'dashboardLayout'
  | 'disableClientAccess'
  | 'disableClientAccessMessage'
>

const initial: Fields = {
  name: 'New Organization',
  squarePhotoURL: '',
  defaultClientAccess: [...defaultClientAccess],
  defaultClientTabOrder: [],
  widgetIDs: [],
  preferredLanguage: defaultClientLanguage,
  dashboardLayout: defaultDashboardLayout,
  disableClientAccess: false,
  disableClientAccessMessage: '',
}

const organisationTabs = Object.keys(organisationTabNames) as OrganisationTab[]

type Props = { organisation?: OrganisationView; onClose: () => void }

/** Adds an organization (`organisationId` is `new`), or shows and changes one. `tab`: what is shown of it. */
export function OrganisationDrawer(props: {
  organisationId: string
  tab: OrganisationTab
  onTab: (tab: OrganisationTab) => void
  onClose: () => void
}) {
  const { organisationId, onClose } = props
  const isNew = organisationId === 'new'
  const found = useQuery({ ...organisationQuery(useWorkspace(), organisationId), enabled: !isNew })
  const choicesPending = [useAgentsPending(), useTabsPending()].includes(true)
  const pending = choicesPending || (!isNew && found.isPending)
  const title = isNew ? (
    'New organization'
  ) : (
    <bdi>{found.data?.name ?? (found.isError ? 'Not loaded' : 'Loading…')}</bdi>
  )
  return (
    <FramedDrawer onClose={onClose} title={title} kind={isNew ? undefined : 'Organization'}>
      {pending && <LoadingRows rows={5} />}
      {!pending && isNew && <OrganisationForm onClose={onClose} isShown />}
      {!pending && found.data && <OrganisationTabs {...props} organisation={found.data} />}
      {!pending && found.isError && !found.data && (
        <FailedList
          title="The organization could not be loaded"
          error={found.error}
          onRetry={() => found.refetch()}
        />
      )}
    </FramedDrawer>
  )
}

/** What was edited in one of them stays while another is shown. */
function OrganisationTabs(props: {
  organisation: OrganisationView
  tab: OrganisationTab
  onTab: (tab: OrganisationTab) => void
  onClose: () => void
}) {
  const { organisation, onClose } = props
  const may = useMay()
  const hidden: Partial<Record<OrganisationTab, boolean>> = {
    inbox: !may('organisation.rules.manage'),
    credits: !organisation.allowBilling || !may('organisation.rules.manage'),
    'sign-on': !may('client.manage'),
    snapshot: !may('agency.manage'),
  }
  const tabs = organisationTabs.filter((tab) => !hidden[tab])
  const shown = tabs.includes(props.tab) ? props.tab : 'settings'
  const panels: Record<OrganisationTab, ReactNode> = {
    settings: (
      <OrganisationForm organisation={organisation} onClose={onClose} isShown={shown === 'settings'} />
    ),
    inbox: <OrganisationInbox organisation={organisation} />,
    credits: <CreditTransfer organisation={organisation} mayTransfer={may('billing.manage')} />,
    report: <MonthlyReport organisation={organisation} />,
    'sign-on': <OrganisationOpenId organisationId={organisation.ID} isShown={shown === 'sign-on'} />,
    snapshot: <OrganisationSnapshot organisation={organisation} />,
  }
  return (
    <Tabs
      value={shown}
      // Their effects go on: a page with edits in a hidden tab still warns before it is left.
      keepMountedMode="display-none"
      onChange={(tab) => props.onTab(tabs.find((one) => one === tab) ?? 'settings')}
    >
      <Tabs.List mb="lg" className={styles.tabList}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {organisationTabNames[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          {panels[tab]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function OrganisationSnapshot({ organisation }: { organisation: OrganisationView }) {
  const [making, setMaking] = useState(false)
  return (
    <Stack gap="sm" component="section" aria-label="Snapshot">
      <Text c="dimmed">
        A file with its agents, knowledge and clients, and its conversations and leads if wanted, to move it
        to another workspace or region.
      </Text>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPackageExport size={16} />}
          onClick={() => setMaking(true)}
        >
          Make a snapshot
        </Button>
      </Group>
      {making && <SnapshotDialog organisation={organisation} onClose={() => setMaking(false)} />}
    </Stack>
  )
}

/** `isShown`: whether its buttons are in the footer of the drawer. */
function OrganisationForm(props: Props & { isShown: boolean }) {
  const { organisation: known, onClose } = props
  const { region, workspaceId } = useWorkspace()
  const params = { region, workspaceId }
  const may = useMay()
  const manages = may('client.manage')
  // Part 2 §6: whoever only manages clients decides none of what follows.
  const isRoot = may('organisation.rules.manage')
  const formId = useId()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const [deleting, setDeleting] = useState(false)
  // Sent again after a lost answer, it adds one organization.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const fields: Fields = { ...(known ?? initial), ...edits }
  const edit = (change: Partial<Fields>) => setEdits({ ...edits, ...change })
  const changed = Object.keys(edits).length > 0
  useWarningBeforeLeaving(changed)
  const loaded = useLoaded(changed)
  const again = () =>
    Promise.all([
      organisationsAgain(queryClient, region),
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
            {isRoot && (
              <>
                <AccessEditor
                  label="Default client access"
                  description="What a new client of this organization may open, in the order of the navigation"
                  access={fields.defaultClientAccess}
                  order={fields.defaultClientTabOrder}
                  onChange={(access, order) =>
                    edit({ defaultClientAccess: access, defaultClientTabOrder: order })
                  }
                />
                <LanguageField
                  description="Of the dashboard of clients who are added from now on"
                  value={fields.preferredLanguage}
                  onChange={(preferredLanguage) => edit({ preferredLanguage })}
                />
                <Select
                  label="Dashboard layout"
                  description="Where its clients have their navigation: beside the pages, or in a row above them"
                  allowDeselect={false}
                  data={dashboardLayoutOptions}
                  value={fields.dashboardLayout}
                  onChange={(value) => value && edit({ dashboardLayout: value })}
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
                    Its agents’ replies to visitors use its own credits first, and the workspace’s once they
                    are too few.
                  </Text>
                )}
              </>
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
            {manages && props.isShown && (
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
