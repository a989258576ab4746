import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CopyField } from '../../../design/fields/copy-field.tsx'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { refreshChannels } from '../queries.ts'

const empty = { token: '', appSecret: '', businessId: '', phoneNumberId: '' }
type Fields = typeof empty

/** The steps of the legacy method (part 1 §2): an app of one's own, the address of its webhook, and its credentials. */
export function ConnectNumber({ numbers }: { numbers: ChannelView[] }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(empty)
  const save = useMutation({
    mutationFn: async () => {
      const { token, appSecret, businessId, phoneNumberId } = trimmed(fields)
      const credentials = { token, appSecret }
      const known = numbers.find(
        ({ account }) => account.phoneNumberId === phoneNumberId && account.businessId === businessId,
      )
      if (!known) {
        const account = { businessId, phoneNumberId }
        const body = { kind: 'whatsapp' as const, account, credentials }
        await client.call('channels.connect', { params: place, body })
        return
      }
      // A number that is connected gets the credentials, and is tested again.
      const params = { ...place, channelId: known.channelId }
      await client.call('channels.changeCredentials', { params, body: { credentials } })
    },
    onSuccess: async () => {
      setFields(empty)
      await refreshChannels(queryClient, place)
      noticeSuccess('Whatsapp channel saved successfully')
    },
  })
  const problems = problemsIn(save.error)
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
      save.reset()
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
  const address = `${window.location.origin}/api/${place.region}/v2/agents/${encodeURIComponent(place.agentId)}/wa-webhook`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Step nth={1} title="Create an app">
          <Text size="sm">
            Create an app of the type Business in Meta’s developer portal, and add the product WhatsApp to it.
          </Text>
        </Step>
        <Step nth={2} title="Connect its webhook">
          <Text size="sm" mb="sm">
            In the WhatsApp configuration of the app, paste these, and subscribe to the fields messages and
            message_template_status_update.
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
        <Step nth={3} title="Enter its credentials">
          <Stack gap="sm">
            {save.error && !isShown && <ProblemAlert>Error occurred: {messageOf(save.error)}</ProblemAlert>}
            {secret('token', 'Access token')}
            {secret('appSecret', 'App secret')}
            <TextInput
              label="Business ID"
              maxLength={20}
              inputMode="numeric"
              autoComplete="off"
              {...input('businessId')}
            />
            <TextInput
              label="Number ID"
              maxLength={20}
              inputMode="numeric"
              autoComplete="off"
              {...input('phoneNumberId')}
            />
            <Group>
              <Button type="submit" loading={save.isPending}>
                Save and Run Test
              </Button>
            </Group>
          </Stack>
        </Step>
        {numbers.some(({ setup }) => setup.state === 'ready') && (
          <Alert color="teal" icon={<IconCircleCheck />} title="Connected" role="status">
            Meta has verified the webhook.
          </Alert>
        )}
      </Stack>
    </form>
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

function trimmed(fields: Fields): Fields {
  const { token, appSecret, businessId, phoneNumberId } = fields
  return {
    ...{ token: token.trim(), appSecret: appSecret.trim() },
    ...{ businessId: businessId.trim(), phoneNumberId: phoneNumberId.trim() },
  }
}
