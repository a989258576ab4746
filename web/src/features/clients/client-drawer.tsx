import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import type { ClientView } from '@parley/contracts/client/endpoints.ts'
import { leastClientAccess } from '@parley/contracts/client/pages.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { defaultClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { OrganisationChoice, OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { AnchorLink } from '../../design/links.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { ReturnedMailMark } from '../../design/returned-mail.tsx'
import { client, messageOf } from '../../server/client.ts'
import { rememberView } from '../../server/client-view.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { AdvancedSettings } from '../../shell/advanced-settings.tsx'
import { AgentsField, useAgentsPending } from '../../shell/agent/agents-field.tsx'
import { LanguageField } from '../../shell/agent/language-field.tsx'
import { ClientFields, isComplete, newPassword } from '../../shell/client-fields.tsx'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { NotifyFields } from '../../shell/notify-fields.tsx'
import { AccessEditor, useTabsPending } from './access-editor.tsx'
import styles from './clients.module.css'
import { clientQuery, organisationQuery, organisationsAgain } from './queries.ts'
import { NewSignIn, SendSignInLink } from './sign-in-details.tsx'
import { SignUpAnswers } from './sign-up-answers.tsx'

type Props = { organisations: OrganisationChoice[]; orgId: string | undefined; onClose: () => void }

/** Adds a client (`clientId` is `new`), or shows and changes one. */
export function ClientDrawer({ clientId, ...props }: Props & { clientId: string }) {
  return clientId === 'new' ? <New {...props} /> : <Opened clientId={clientId} {...props} />
}

function New(props: Props) {
  const orgId = props.orgId ?? props.organisations[0]?.ID
  // Its defaults fill the form.
  const organisation = useQuery({
    ...organisationQuery(useWorkspace(), orgId ?? ''),
    enabled: orgId !== undefined,
  })
  if (organisation.isFetched || orgId === undefined) return <ClientForm {...props} />
  return (
    <FramedDrawer onClose={props.onClose} title="New client">
      <LoadingRows rows={5} />
    </FramedDrawer>
  )
}

function Opened({ clientId, ...props }: Props & { clientId: string }) {
  const found = useQuery(clientQuery(useWorkspace(), clientId))
  const choicesPending = [useAgentsPending(), useTabsPending()].includes(true)
  if (found.data && !choicesPending) return <ClientForm {...props} client={found.data} />
  return (
    <FramedDrawer onClose={props.onClose} title="Client">
      {!found.isError && <LoadingRows rows={5} />}
      {found.isError && (
        <FailedList
          title="The client could not be loaded"
          error={found.error}
          onRetry={() => found.refetch()}
        />
      )}
    </FramedDrawer>
  )
}

type Fields = Pick<
  ClientView,
  | 'notificationsSettings'
  | 'preferredLanguage'
  | 'orgId'
  | 'name'
  | 'email'
  | 'squarePhotoURL'
  | 'canAccess'
  | 'clientTabOrder'
  | 'widgetIDs'
  | 'isOrgAdmin'
  | 'allowCreateAgents'
  | 'canDelegateChats'
  | 'hideAdvancedSettings'
>

function ClientForm(props: Props & { client?: ClientView }) {
  const { organisations, client: known } = props
  const { region, workspaceId } = useWorkspace()
  const params = { region, workspaceId }
  const may = useMay()
  const manages = may('client.manage')
  const isRoot = may('organisation.rules.manage')
  const formId = useId()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const [password, setPassword] = useState(() => (known ? undefined : newPassword()))
  const [deleting, setDeleting] = useState(false)
  // Sent again after a lost answer, it adds one client.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const orgId = edits.orgId ?? known?.orgId ?? props.orgId ?? organisations[0]?.ID ?? ''
  const organisation = useQuery({
    ...organisationQuery(params, orgId),
    enabled: !known && orgId !== '',
    placeholderData: keepPreviousData,
  })
  const initial = known ? fieldsOf(known) : initialOf(organisation.data)
  const fields: Fields = { ...initial, ...edits, orgId }
  const edit = (change: Partial<Fields>) => setEdits({ ...edits, ...change })
  const changed = Object.keys(edits).length > 0 || (known ? password !== undefined : false)
  const [added, setAdded] = useState<string>()
  useWarningBeforeLeaving(changed && added === undefined)
  const loaded = useLoaded(changed)
  const again = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['clients', region] }),
      queryClient.invalidateQueries({ queryKey: ['client', region] }),
      organisationsAgain(queryClient, region),
    ])
  const save = useMutation({
    mutationFn: async () => {
      if (!known) {
        const body = {
          ...(isRoot ? fields : withoutRules(fields)),
          dashboardPassword: password ?? '',
        }
        return (await client.call('clients.create', { params, body }, { idempotencyKey })).clientId
      }
      const body = { ...(isRoot ? edits : withoutRules(edits)), dashboardPassword: password }
      await client.call('clients.save', { params: { ...params, clientId: known.ID }, body }, { loaded })
      return undefined
    },
    onSuccess: async (clientId) => {
      if (known) noticeSuccess('Updated client data')
      setAdded(clientId)
      await again()
      if (known) props.onClose()
    },
    // Part 2 §8: for 3 seconds.
    onError: (error) => noticeFailure(messageOf(error), 3000),
  })
  const remove = useMutation({
    mutationFn: (clientId: string) => client.call('clients.delete', { params: { ...params, clientId } }),
    onSuccess: async () => {
      noticeSuccess(`${known?.name ?? 'The client'} was deleted`)
      await again()
      props.onClose()
    },
    onError: (error) => noticeError(error),
  })
  const [missing, setMissing] = useState(false)
  const problems = problemsIn(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const complete = isComplete(fields, { isNew: !known, password })
    setMissing(!complete)
    if (complete) save.mutate()
  }
  if (added !== undefined)
    return (
      <FramedDrawer onClose={props.onClose} title={<bdi>{fields.name}</bdi>} kind="Client">
        <NewSignIn
          clientId={added}
          {...{ name: fields.name, email: fields.email.trim().toLowerCase(), password }}
          onDone={props.onClose}
        />
      </FramedDrawer>
    )
  return (
    <FramedDrawer
      onClose={props.onClose}
      title={<bdi>{known?.name ?? 'New client'}</bdi>}
      kind={known && 'Client'}
    >
      {known && (
        <Group gap="xs" mb="md">
          {may('client.view-as') && <ViewAs client={known} disabled={changed} />}
          {manages && <SendSignInLink clientId={known.ID} disabled={changed} />}
        </Group>
      )}
      {known?.returnedMail && (
        <div>
          <ReturnedMailMark of={known.returnedMail} />
          <Text size="sm" c="dimmed">
            No mail is sent to {known.email}, except codes that are asked for.{' '}
            <AnchorLink to="/app/$region/agency" params={{ region }} search={{ tab: 'email' }} size="sm">
              See why
            </AnchorLink>
          </Text>
        </div>
      )}
      {known?.hasOpenId && manages && <ProviderAccount client={known} onUnlinked={again} />}
      {known?.isNewSignup && <SignUpAnswers of={known.onboardingState} />}
      <form id={formId} onSubmit={submit} noValidate>
        <fieldset className={styles.fieldset} disabled={!manages}>
          <Stack gap="md">
            <ClientFields
              isNew={!known}
              {...{ fields, password, missing, problems }}
              onEdit={edit}
              onPassword={setPassword}
            />
            <Select
              label="Organization"
              required
              allowDeselect={false}
              searchable
              data={organisations.map(({ ID, name }) => ({ value: ID, label: name }))}
              value={organisations.some(({ ID }) => ID === orgId) ? orgId : null}
              error={problems.get('orgId')}
              // The admin of one organization is none of another one.
              onChange={(value) => value && edit({ orgId: value, isOrgAdmin: false })}
            />
            <AgentsField
              description="What this client will see in the dashboard"
              value={fields.widgetIDs}
              onChange={(widgetIDs) => edit({ widgetIDs })}
            />
            {isRoot && (
              <AccessEditor
                label="Access"
                description="The pages this client may open, in the order of the navigation"
                access={fields.canAccess}
                order={fields.clientTabOrder}
                onChange={(canAccess, clientTabOrder) => edit({ canAccess, clientTabOrder })}
              />
            )}
            <NotifyFields
              value={fields.notificationsSettings}
              help={{
                notifyIf: 'What of its agents’ conversations this client is told',
                notifyThrough: 'In addition to the bell of its dashboard. The client may change both.',
              }}
              onChange={(notificationsSettings) => edit({ notificationsSettings })}
            />
            <LanguageField
              description="Of its dashboard, which it can change itself"
              value={fields.preferredLanguage}
              onChange={(preferredLanguage) => edit({ preferredLanguage })}
            />
            {isRoot && (
              <Switch
                label="Org Admin"
                description="May edit the organization’s details and add users to it"
                checked={fields.isOrgAdmin}
                onChange={(event) => edit({ isOrgAdmin: event.currentTarget.checked })}
              />
            )}
            <AdvancedSettings
              allowCreateAgents={fields.allowCreateAgents}
              canDelegateChats={fields.canDelegateChats}
              onChange={edit}
            >
              {isRoot && (
                <Switch
                  label="Hide Advanced Settings During User Creation/Editing"
                  description="As an admin, it gives the users that it adds none of these settings"
                  disabled={!fields.isOrgAdmin}
                  checked={fields.hideAdvancedSettings}
                  onChange={(event) => edit({ hideAdvancedSettings: event.currentTarget.checked })}
                />
              )}
            </AdvancedSettings>
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
                  disabled={known ? !changed : organisation.isPlaceholderData}
                >
                  {known ? 'Save' : 'Add client'}
                </Button>
              </DrawerFooter>
            )}
          </Stack>
        </fieldset>
      </form>
      {deleting && known && (
        <AskBefore
          title={`Delete ${known.name}?`}
          act="Delete client"
          pending={remove.isPending}
          onAct={() => remove.mutate(known.ID)}
          onClose={() => setDeleting(false)}
        >
          Everything known of this client is erased, and {known.email} can be used again. This cannot be
          undone.
        </AskBefore>
      )}
    </FramedDrawer>
  )
}

/** Opens the dashboard of the client as the client sees it. `disabled`: while something is not saved. */
function ViewAs({ client: { ID: clientId, name }, disabled }: { client: ClientView; disabled: boolean }) {
  const { region, workspaceId } = useWorkspace()
  const begin = useMutation({
    mutationFn: async () => {
      const params = { region, workspaceId, clientId }
      const { address } = await client.call('clients.createViewLink', { params })
      // As its clients see it: at the domain of the agency.
      if (address !== undefined) return window.location.assign(address)
      const { token: _, viewer, ...claims } = await client.call('clients.viewAs', { params })
      const { viewId, secondsLeft } = viewer
      rememberView({ ...claims, viewId, name, endsAt: Date.now() + secondsLeft * 1_000 })
      window.location.assign('/app/')
    },
    onError: (error) => noticeError(error),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} />}
      loading={begin.isPending}
      disabled={disabled}
      title="See the dashboard as this client does, for half an hour"
      onClick={() => begin.mutate()}
    >
      View as client
    </Button>
  )
}

/** Unlinks the client from its account at the provider of its organization, such as one that was made anew there. */
function ProviderAccount(props: { client: ClientView; onUnlinked: () => Promise<unknown> }) {
  const { ID: clientId, name, email } = props.client
  const { region, workspaceId } = useWorkspace()
  const [asking, setAsking] = useState(false)
  const unlink = useMutation({
    mutationFn: () => client.call('clients.unlinkOpenId', { params: { region, workspaceId, clientId } }),
    onSuccess: async () => {
      noticeSuccess(`${name} was unlinked`)
      await props.onUnlinked()
      setAsking(false)
    },
    onError: (error) => noticeError(error),
  })
  return (
    <Group gap="xs" justify="space-between" mb="md">
      <Text size="sm">Signs in with an account of its organization’s provider.</Text>
      <Button variant="default" onClick={() => setAsking(true)}>
        Unlink
      </Button>
      {asking && (
        <AskBefore
          title={`Unlink ${name}?`}
          act="Unlink"
          pending={unlink.isPending}
          onAct={() => unlink.mutate()}
          onClose={() => setAsking(false)}
        >
          Whoever signs in next at the provider with {email} is this client from then on. Do it when the
          account was made anew there, and not when the address was given to somebody else.
        </AskBefore>
      )}
    </Group>
  )
}

/** What whoever is no root admin may send (`clientRules`). */
function withoutRules<Given extends Partial<Fields>>(given: Given) {
  const { canAccess: _, clientTabOrder: __, isOrgAdmin: ___, hideAdvancedSettings: ____, ...rest } = given
  return rest
}

function fieldsOf(known: ClientView): Fields {
  const { orgId, name, email, squarePhotoURL, canAccess, clientTabOrder, widgetIDs, isOrgAdmin } = known
  const { allowCreateAgents, canDelegateChats, hideAdvancedSettings } = known
  const { notificationsSettings, preferredLanguage } = known
  return {
    ...{ orgId, name, email, squarePhotoURL, canAccess, clientTabOrder, widgetIDs, isOrgAdmin },
    ...{ allowCreateAgents, canDelegateChats, hideAdvancedSettings },
    ...{ notificationsSettings, preferredLanguage },
  }
}

function initialOf(organisation: OrganisationView | undefined): Fields {
  const { ID: orgId = '', defaultClientAccess = [], defaultClientTabOrder = [] } = organisation ?? {}
  const canAccess = defaultClientAccess.length > 0 ? defaultClientAccess : [...leastClientAccess]
  // With several, whoever adds the client chooses.
  const [agentId, ...more] = organisation?.widgetIDs ?? []
  const widgetIDs = agentId !== undefined && more.length === 0 ? [agentId] : []
  const none = { name: '', email: '', squarePhotoURL: '', widgetIDs, isOrgAdmin: false }
  const defaults = {
    allowCreateAgents: false,
    canDelegateChats: false,
    hideAdvancedSettings: false,
    notificationsSettings: defaultClientNotifications,
    preferredLanguage: organisation?.preferredLanguage ?? defaultClientLanguage,
  }
  return { orgId, ...none, ...defaults, canAccess, clientTabOrder: defaultClientTabOrder }
}
