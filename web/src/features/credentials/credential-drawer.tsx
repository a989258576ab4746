import { Alert, Button, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { CredentialSettings, CredentialView } from '@parley/contracts/integration/credential.ts'
import { MOST_HOSTS } from '@parley/contracts/integration/credential-names.ts'
import { IconAlertTriangle, IconKey, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { expiryState } from '../../design/dates/expiry.ts'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { startConnecting } from '../../server/connecting.ts'
import { membersQuery } from '../../server/members.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { connectionWords, hasSecret, kindNames, secretNames, secretWords } from './credential-words.ts'
import styles from './credentials.module.css'
import { DeleteCredential } from './delete-credential.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { SecretInput } from './secret-input.tsx'
import { UseFields } from './use-fields.tsx'

const blank: CredentialSettings = { name: '', use: { kind: 'bearer' }, hosts: [] }

/** One credential, or a new one. Its secret is entered here and never shown. */
export function CredentialDrawer(props: {
  credential: CredentialView | undefined
  onRotate: () => void
  /** One that has to be connected, which is done here. */
  onSaved: (credentialId: string) => void
  onClose: () => void
}) {
  const { credential } = props
  const formId = useId()
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const readOnly = !useMay()('credential.manage')
  const [settings, setSettings] = useState<CredentialSettings>(() =>
    credential ? settingsOf(credential) : blank,
  )
  const [secret, setSecret] = useState('')
  const loaded = useLoaded()
  const isNamed = hasSecret(settings.use)
  const needsSecret =
    isNamed && (!credential || isSentElsewhere(settings, credential) || !hasSecret(credential.use))
  const connects = settings.use.kind === 'oauth2-authorization-code'
  const changed = !credential || JSON.stringify(settings) !== JSON.stringify(settingsOf(credential))

  const save = useMutation({
    mutationFn: async () => {
      if (!credential) {
        const body = { settings, ...(needsSecret ? { secret } : {}) }
        const created = await client.call('credentials.create', { params: { region }, body })
        return created.credentialId
      }
      const body = { settings, ...(needsSecret && secret !== '' ? { secret } : {}) }
      const params = { region, credentialId: credential.credentialId }
      await client.call('credentials.save', { params, body }, { loaded })
      return credential.credentialId
    },
    onSuccess: async (credentialId) => {
      noticeSuccess(`${settings.name} was saved`)
      await queryClient.invalidateQueries({ queryKey: ['credentials', region] })
      if (connects) props.onSaved(credentialId)
      else props.onClose()
    },
  })
  const connect = useMutation({
    mutationFn: async ({ credentialId }: CredentialView) => {
      const page = `/app/${region}/credentials?credential=${encodeURIComponent(credentialId)}`
      await startConnecting({ region, workspaceId, credentialId, page })
    },
  })
  const problems = problemsIn(save.error)
  const edit = (change: Partial<CredentialSettings>) => setSettings({ ...settings, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }

  return (
    <FramedDrawer
      title={credential?.name ?? 'New credential'}
      kind={credential && kindNames[credential.use.kind]}
      onClose={props.onClose}
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
          {connect.error && <ProblemAlert>{messageOf(connect.error)}</ProblemAlert>}
          {credential && <Connection credential={credential} />}
          {credential && <Ending credential={credential} />}
          <TextInput
            label="Name"
            required
            maxLength={100}
            readOnly={readOnly}
            data-autofocus={credential ? undefined : true}
            value={settings.name}
            error={problems.get('settings.name')}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <UseFields
            use={settings.use}
            created={credential !== undefined}
            readOnly={readOnly}
            problems={problems}
            onChange={(use) => edit({ use })}
          />
          {!isNamed ? null : needsSecret ? (
            <SecretInput
              label={secretNames[settings.use.kind]}
              description={
                credential ? 'Enter it again to send it anywhere else' : 'Sealed, and never shown again'
              }
              required
              value={secret}
              error={problems.get('secret')}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              label={secretNames[settings.use.kind]}
              description="Never shown again. Rotate it to replace it."
              readOnly
              classNames={{ input: styles.hint }}
              value={secretWords(credential?.hint)}
            />
          )}
          <TagsInput
            label="Sent to"
            description="The only hosts that get it. Press Enter after each."
            required
            placeholder={settings.hosts.length === 0 ? 'api.example.com' : undefined}
            maxTags={MOST_HOSTS}
            readOnly={readOnly}
            value={settings.hosts}
            error={problemOfHosts(problems)}
            onChange={(hosts) => edit({ hosts })}
          />
          <ScopeField
            agentId={settings.agentId}
            error={problems.get('settings.agentId')}
            disabled={readOnly}
            onChange={(agentId) => edit({ agentId })}
          />
          <ExpiryField
            value={settings.expiresAt}
            error={problems.get('settings.expiresAt')}
            readOnly={readOnly}
            onChange={(expiresAt) => edit({ expiresAt })}
          />
          {credential && <Facts credential={credential} />}
        </Stack>
      </form>
      {!readOnly && (
        <DrawerFooter
          left={credential && <DeleteCredential credential={credential} onDeleted={props.onClose} />}
        >
          {credential && !changed && isNamed && (
            <Button variant="default" leftSection={<IconKey size={16} />} onClick={props.onRotate}>
              Rotate
            </Button>
          )}
          {credential && connects && !changed ? (
            <Button
              leftSection={<IconPlugConnected size={16} />}
              loading={connect.isPending}
              onClick={() => connect.mutate(credential)}
            >
              {credential.connection ? 'Connect again' : 'Connect'}
            </Button>
          ) : (
            <Button type="submit" form={formId} loading={save.isPending} disabled={!changed}>
              {credential ? 'Save' : 'Create'}
            </Button>
          )}
        </DrawerFooter>
      )}
    </FramedDrawer>
  )
}

/** Says whether the credential is connected, since when and by whom. */
function Connection({ credential }: { credential: CredentialView }) {
  const workspace = useWorkspace()
  const { data } = useQuery(membersQuery(workspace))
  const { connection } = credential
  const missing = connectionWords(credential)
  if (missing)
    return (
      <Alert
        color={connection ? 'red' : 'yellow'}
        title={missing.label}
        icon={<IconAlertTriangle size={18} />}
      >
        {missing.words}
      </Alert>
    )
  if (!connection) return null
  const { since, userId, endsAt, renews } = connection
  const by = data?.members.find((each) => each.userId === userId)?.displayName
  return (
    <Alert color="teal" title="Connected" icon={<IconPlugConnected size={18} />}>
      Access was granted <Moment at={since} />
      {by && ` by ${by}`}.{' '}
      {renews
        ? 'Its access is renewed by itself.'
        : endsAt !== undefined && (
            <>
              Its access ends <Moment at={endsAt} /> and can’t be renewed.
            </>
          )}
    </Alert>
  )
}

/** Says that the credential is expired or soon will be. */
function Ending({ credential: { expiresAt } }: { credential: CredentialView }) {
  const state = expiryState(expiresAt)
  if (expiresAt === undefined || state === 'later') return null
  return (
    <Alert color={state === 'past' ? 'red' : 'yellow'} icon={<IconAlertTriangle size={18} />}>
      {state === 'past' ? 'It has expired ' : 'It expires '}
      <Moment at={expiresAt} />.{' '}
      {state === 'past' ? 'Functions that use it fail until it is rotated.' : 'Rotate it before that.'}
    </Alert>
  )
}

function ScopeField(props: {
  agentId: string | undefined
  error: string | undefined
  disabled: boolean
  onChange: (agentId: string | undefined) => void
}) {
  const { agentId } = props
  const agents = useQuery(assignableAgentsQuery(useWorkspace()))
  const known = agents.data ?? []
  const deleted = agentId !== undefined && agents.data && !known.some(({ value }) => value === agentId)
  return (
    <Select
      label="Agent"
      description="Only functions that this agent calls may use it"
      placeholder="All agents of the workspace"
      searchable
      clearable
      limit={50}
      nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
      disabled={props.disabled}
      data={deleted ? [...known, { value: agentId, label: 'A deleted agent' }] : known}
      // Without its title, the id would be shown.
      value={agents.data ? (agentId ?? null) : null}
      error={agents.isError ? 'The agents could not be loaded' : props.error}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
    />
  )
}

/** The functions that use it, and who created and rotated it. */
function Facts({ credential }: { credential: CredentialView }) {
  const workspace = useWorkspace()
  const { region } = workspace
  const { data } = useQuery(membersQuery(workspace))
  const by = (userId: string | undefined) => {
    const member = data?.members.find((each) => each.userId === userId)
    return member ? ` by ${member.displayName}` : ''
  }
  const { usedBy, createdAt, userId, rotatedAt, rotatedBy, lastUsedAt } = credential
  return (
    <Stack gap="xs">
      <div>
        <Text fw={500}>Used by</Text>
        {usedBy.length === 0 ? (
          <Text c="dimmed">No function yet. Choose it in a function under Credential.</Text>
        ) : (
          <ul className={styles.functions}>
            {usedBy.map(({ id, name }) => (
              <li key={id}>
                <AnchorLink to="/app/$region/integrations" params={{ region }} search={{ tool: id }}>
                  <bdi>{name}</bdi>
                </AnchorLink>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Text c="dimmed" size="sm">
        Created <Moment at={createdAt} />
        {by(userId)}
        {rotatedAt && (
          <>
            {' · '}Rotated <Moment at={rotatedAt} />
            {by(rotatedBy)}
          </>
        )}
        {' · '}
        {lastUsedAt ? (
          <>
            Last used <Moment at={lastUsedAt} />, to the day
          </>
        ) : (
          'Never used'
        )}
      </Text>
    </Stack>
  )
}

function settingsOf({ name, use, hosts, agentId, expiresAt }: CredentialView): CredentialSettings {
  return { name, use, hosts, agentId, expiresAt }
}

/** Whether the secret would be sent to hosts, or to a token server, that do not get it yet. */
function isSentElsewhere({ hosts, use }: CredentialSettings, former: CredentialView): boolean {
  if (hosts.some((host) => !former.hosts.includes(host.toLowerCase()))) return true
  return 'tokenUrl' in use && 'tokenUrl' in former.use && use.tokenUrl !== former.use.tokenUrl
}

function problemOfHosts(problems: Map<string, string>): string | undefined {
  return [...problems].find(([field]) => /^settings\.hosts\b/.test(field))?.[1]
}
