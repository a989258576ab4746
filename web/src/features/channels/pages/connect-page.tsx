import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CopyField } from '../../../design/fields/copy-field.tsx'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { useHints } from '../meta/docs-hint.tsx'
import { refreshChannels } from '../queries.ts'

export type PageKind = 'messenger' | 'instagram'

const empty = { pageId: '', token: '', appSecret: '' }
type Fields = typeof empty

/** What is pasted into which form of Meta's, and which fields of it are chosen there. */
const inMeta = {
  messenger: {
    ...{ product: 'Messenger', object: 'Page' },
    fields: [
      ...['messages', 'messaging_postbacks', 'messaging_referrals', 'message_reactions', 'message_edits'],
      ...['message_echoes', 'message_deliveries', 'message_reads'],
    ],
  },
  instagram: {
    ...{ product: 'Instagram', object: 'Instagram' },
    fields: ['messages', 'messaging_postbacks', 'messaging_referral', 'message_reactions', 'messaging_seen'],
  },
}

/** The steps by which a page is connected with the token of an app of one's own. */
export function ConnectPage({ kind, pages }: { kind: PageKind; pages: ChannelView[] }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(empty)
  const { product, object, fields: subscribed } = inMeta[kind]
  const connect = useMutation({
    mutationFn: async () => {
      const pageId = fields.pageId.trim()
      const credentials = { token: fields.token.trim(), appSecret: fields.appSecret.trim() }
      const known = pages.find(({ account }) => account.pageId === pageId)
      if (!known) {
        await client.call('channels.connect', {
          params: place,
          body: { kind, account: { pageId }, credentials },
        })
        return
      }
      // A page that is connected gets the credentials, and is set up again.
      const params = { ...place, channelId: known.channelId }
      await client.call('channels.changeCredentials', { params, body: { credentials } })
    },
    onSuccess: async () => {
      setFields(empty)
      await refreshChannels(queryClient, place)
      noticeSuccess('Page connected successfully')
    },
  })
  const problems = problemsIn(connect.error)
  const problemOf = (name: keyof Fields) =>
    problems.get(`account.${name}`) ?? problems.get(`credentials.${name}`)
  const isShown = (Object.keys(empty) as (keyof Fields)[]).some((name) => problemOf(name) !== undefined)
  const input = (name: keyof Fields) => ({
    required: true,
    value: fields[name],
    error: problemOf(name),
    spellCheck: false,
    'data-1p-ignore': true,
    'data-lpignore': 'true',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((former) => ({ ...former, [name]: value }))
      // What was refused is not what is there now.
      connect.reset()
    },
  })
  const secret = (name: keyof Fields, label: string) => (
    <PasswordInput
      label={label}
      description="It is sealed, and never shown again."
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label.toLowerCase()}`, tabIndex: 0 }}
      {...input(name)}
    />
  )
  const address = `${window.location.origin}/api/${place.region}/v2/agents/${encodeURIComponent(place.agentId)}/meta-webhook`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Step nth={1} title="Create an app">
          <Text size="sm">
            Create an app of the type Business in Meta’s developer portal, and add the product {product} to
            it.
            {kind === 'instagram' && ' Link your Instagram page to your Facebook page.'}
          </Text>
        </Step>
        <Step nth={2} title="Connect its webhook">
          <Text size="sm" mb="sm">
            In the webhooks of the app, choose {object}, paste these, and subscribe to the fields{' '}
            {subscribed.join(', ')}. An app has one address for all of its pages: pages of your other agents
            may use it too.
          </Text>
          <Text fw={500} size="sm" mb={4}>
            Webhook URL
          </Text>
          <CopyField value={address} label="webhook URL" />
          <Text fw={500} size="sm" mt="sm" mb={4}>
            Verify token
          </Text>
          <CopyField value={place.agentId} shown={'•'.repeat(16)} label="verify token" />
        </Step>
        <Step nth={3} title="Connect the page">
          <Stack gap="sm">
            {connect.error && !isShown && (
              <ProblemAlert>Failed to connect the page. {messageOf(connect.error)}</ProblemAlert>
            )}
            <TextInput
              label="Page ID"
              maxLength={20}
              inputMode="numeric"
              autoComplete="off"
              {...input('pageId')}
            />
            {secret('token', 'Page access token')}
            {secret('appSecret', 'App secret')}
            <LengthWarning />
            <Group>
              <Button type="submit" loading={connect.isPending}>
                Connect page
              </Button>
            </Group>
          </Stack>
        </Step>
      </Stack>
    </form>
  )
}

/** Agencies do not see it (part 1 §2). */
function LengthWarning() {
  if (!useHints()) return null
  return (
    <Text size="sm" c="dimmed">
      A message has at most 2,000 characters. Longer messages are split.
    </Text>
  )
}

function Step(props: { nth: number; title: string; children: ReactNode }) {
  return (
    <section aria-label={`Step ${props.nth}`}>
      <Title order={3} size="h5" mb={4}>
        Step {props.nth}: {props.title}
      </Title>
      {props.children}
    </section>
  )
}
