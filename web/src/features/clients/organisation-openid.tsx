import { Button, Group, PasswordInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import type { OrganisationOpenIdView } from '@parley/contracts/organisation/openid-endpoints.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { organisationOpenIdQuery } from './queries.ts'

type Fields = NonNullable<OrganisationOpenIdView['openId']> & { secret: string }

const initial: Fields = {
  ...{ issuer: '', application: '', secret: '', domains: [], createClients: false, onlyOpenId: false },
}

type Props = { organisationId: string; isShown: boolean }

/**
 * How the people of an organization sign in with its own OpenID provider. `isShown`: whether its buttons are in the footer of
 * the drawer.
 */
export function OrganisationOpenId({ organisationId, isShown }: Props) {
  const found = useQuery(organisationOpenIdQuery(useWorkspace(), organisationId))
  return (
    <Stack gap="sm" component="section" aria-label="Single sign-on">
      <Text c="dimmed">
        Its people sign in with its own OpenID Connect provider, such as Entra ID, Okta, Google Workspace or
        Keycloak.
      </Text>
      {found.isError && (
        <FailedList
          title="Single sign-on could not be loaded"
          error={found.error}
          onRetry={() => found.refetch()}
        />
      )}
      {!found.isError && !found.data && <LoadingRows rows={6} />}
      {found.data && <OpenIdForm organisationId={organisationId} isShown={isShown} known={found.data} />}
    </Stack>
  )
}

function OpenIdForm({ organisationId, isShown, known }: Props & { known: OrganisationOpenIdView }) {
  const formId = useId()
  const place = useWorkspace()
  const params = { ...place, organisationId }
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const [removing, setRemoving] = useState(false)
  const isSetUp = known.openId !== undefined
  const fields: Fields = { ...initial, ...known.openId, ...edits }
  const changed = Object.keys(edits).length > 0
  useWarningBeforeLeaving(changed)
  const loaded = useLoaded(changed)
  const again = () => queryClient.invalidateQueries(organisationOpenIdQuery(place, organisationId))
  const save = useMutation({
    async mutationFn() {
      const { secret, ...settings } = fields
      const body = { ...settings, ...(secret !== '' && { secret }) }
      await client.call('organisations.saveOpenId', { params, body }, { loaded })
    },
    async onSuccess() {
      noticeSuccess('Single sign-on was saved')
      await again()
      setEdits({})
    },
  })
  const remove = useMutation({
    mutationFn: () => client.call('organisations.removeOpenId', { params }),
    async onSuccess() {
      noticeSuccess('Single sign-on was removed')
      await again()
      setEdits({})
      setRemoving(false)
    },
    onError: (error) => noticeError(error),
  })
  const examine = useMutation({
    mutationFn: (issuer: string) => client.call('organisations.testOpenId', { params, body: { issuer } }),
  })
  const edit = (change: Partial<Fields>) => {
    setEdits({ ...edits, ...change })
    if ('issuer' in change) examine.reset()
  }
  const problems = problemsIn(save.error)
  const domainProblem = [...problems].find(([name]) => name.startsWith('domains'))?.[1]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
        <div>
          <Text size="sm" fw={500}>
            Redirect address
          </Text>
          <Text c="dimmed" size="xs" mb={4}>
            Enter it at the provider, and again whenever the domain of your agency changes.
          </Text>
          <CopyField label="redirect address" value={known.redirectAddress} />
        </div>
        <TextInput
          label="Issuer"
          description="The address by which the provider names itself"
          placeholder="https://login.acme.com"
          type="url"
          maxLength={500}
          value={fields.issuer}
          error={problems.get('issuer')}
          onChange={(event) => edit({ issuer: event.currentTarget.value })}
        />
        <Group gap="xs" mt={-8}>
          <Button
            variant="default"
            loading={examine.isPending}
            disabled={fields.issuer.trim() === ''}
            onClick={() => examine.mutate(fields.issuer)}
          >
            Test connection
          </Button>
          {examine.data && !examine.data.problem && (
            <Text size="sm" role="status">
              The provider answers as it should.
            </Text>
          )}
        </Group>
        {(examine.error || examine.data?.problem) && (
          <ProblemAlert>{examine.data?.problem ?? messageOf(examine.error)}</ProblemAlert>
        )}
        <TextInput
          label="Client ID"
          maxLength={300}
          autoComplete="off"
          value={fields.application}
          error={problems.get('application')}
          onChange={(event) => edit({ application: event.currentTarget.value })}
        />
        <PasswordInput
          label="Client secret"
          description={
            isSetUp ? 'It is not shown again. Left empty, it stays as it is.' : 'It is not shown again.'
          }
          maxLength={1000}
          autoComplete="off"
          value={fields.secret}
          error={problems.get('secret')}
          onChange={(event) => edit({ secret: event.currentTarget.value })}
        />
        <TagsInput
          label="E-mail domains"
          description="Whoever types an address at one of them is led to the provider, and nobody with another address is signed in."
          placeholder={fields.domains.length === 0 ? 'acme.com' : ''}
          acceptValueOnBlur
          splitChars={[',', ' ', ';']}
          maxTags={20}
          value={fields.domains}
          error={domainProblem}
          // Typed or pasted, several may come as one.
          onChange={(domains) => edit({ domains: domains.flatMap((text) => text.match(/[^\s,;]+/g) ?? []) })}
        />
        <Switch
          label="Create clients at first sign-in"
          description="With the access and the agents of this organization. Off, only clients that exist are signed in."
          checked={fields.createClients}
          onChange={(event) => edit({ createClients: event.currentTarget.checked })}
        />
        <Switch
          label="Only this way"
          description="Passwords and login codes are off for the clients of this organization until you switch this off."
          checked={fields.onlyOpenId}
          onChange={(event) => edit({ onlyOpenId: event.currentTarget.checked })}
        />
        {isShown && (
          <DrawerFooter
            left={
              isSetUp && (
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => setRemoving(true)}
                >
                  Remove
                </Button>
              )
            }
          >
            <Button type="submit" form={formId} loading={save.isPending} disabled={!changed}>
              Save single sign-on
            </Button>
          </DrawerFooter>
        )}
      </Stack>
      {removing && (
        <AskBefore
          title="Remove single sign-on?"
          act="Remove single sign-on"
          pending={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          The clients of this organization sign in by password or login code again. Those who are signed in
          stay so.
        </AskBefore>
      )}
    </form>
  )
}
