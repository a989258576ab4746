import { Alert, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import type { TemplateView } from '@parley/contracts/channel/template.ts'
import type { TemplateState } from '@parley/contracts/channel/template-names.ts'
import { IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBefore } from '../../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { TemplatePreview } from '../../../shell/agent/template-preview.tsx'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { readTemplates, templatesQuery } from '../../../shell/whatsapp-templates.ts'
import styles from '../channels.module.css'
import { CreateTemplate } from './create-template.tsx'

const states: Record<TemplateState, { label: string; color: string }> = {
  approved: { label: 'Approved', color: 'teal' },
  pending: { label: 'In review', color: 'yellow' },
  rejected: { label: 'Rejected', color: 'red' },
  paused: { label: 'Paused', color: 'orange' },
  disabled: { label: 'Disabled', color: 'gray' },
}

/** The templates of each business account that the agent's numbers are of. */
export function Templates({ numbers, manages }: { numbers: ChannelView[]; manages: boolean }) {
  const accounts = Map.groupBy(numbers, ({ account }) => account.businessId ?? '')
  return [...accounts].map(([businessId, [first]]) =>
    first ? (
      <OfAccount key={businessId} number={first} manages={manages} isOne={accounts.size === 1} />
    ) : null,
  )
}

function OfAccount(props: { number: ChannelView; manages: boolean; isOne: boolean }) {
  const { number, manages } = props
  const { channelId, account } = number
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [creating, setCreating] = useState(false)
  const templates = useQuery(templatesQuery(place, channelId))
  const refresh = useMutation({
    mutationFn: () => readTemplates(place, channelId, { refresh: true }),
    onSuccess: (items) => queryClient.setQueryData(templatesQuery(place, channelId).queryKey, items),
    onError: noticeError,
  })
  const ofAccount = props.isOne ? '' : ` of ${account.businessId}`
  return (
    <section aria-label={`Templates${ofAccount}`}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={3} size="h4">
          Templates
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={15} />}
          loading={refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          Refresh
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {!props.isOne && (
          <>
            Business account ID <bdi>{account.businessId}</bdi>.{' '}
          </>
        )}
        Meta reviews each template. Approved ones can be sent to people who wrote more than 24 hours ago.
      </Text>
      {templates.isPending && <Skeleton height={56} />}
      {templates.isError && (
        <ProblemAlert>The templates could not be loaded: {messageOf(templates.error)}</ProblemAlert>
      )}
      {templates.data?.length === 0 && !creating && (
        <Text size="sm" mb="sm">
          There are no templates yet.
        </Text>
      )}
      {templates.data && templates.data.length > 0 && (
        <ul className={styles.list}>
          {templates.data.map((template) => (
            <Template key={template.templateId} template={template} number={number} manages={manages} />
          ))}
        </ul>
      )}
      {manages && !creating && (
        <Button
          variant="light"
          size="xs"
          mt="sm"
          leftSection={<IconPlus size={15} />}
          onClick={() => setCreating(true)}
        >
          Create Template
        </Button>
      )}
      {creating && <CreateTemplate channelId={channelId} onClose={() => setCreating(false)} />}
    </section>
  )
}

function Template(props: { template: TemplateView; number: ChannelView; manages: boolean }) {
  const { template, number, manages } = props
  const { name, language, category, state, reason, sendable } = template
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {language} · {category}
        </Text>
        {state === 'rejected' && (
          <Alert color="red" variant="light" p="xs" mt={6}>
            Meta rejected it{reason === undefined ? '.' : `: ${reason}.`} Create another one that follows its
            rules.
          </Alert>
        )}
        {state === 'approved' && !sendable && (
          <Text size="sm" c="dimmed">
            It can’t be sent from here: it has a picture or a part that can’t be filled in.
          </Text>
        )}
        {open && <TemplatePreview template={template} values={{}} />}
        <Group gap="xs" mt={6} ml={-12}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={open}
            aria-label={`Preview of ${name}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Preview'}
          </Button>
          {manages && <DeleteTemplate template={template} number={number} />}
        </Group>
      </div>
      <Badge variant="light" color={states[state].color} style={{ flexShrink: 0 }}>
        {states[state].label}
      </Badge>
    </li>
  )
}

function DeleteTemplate({ template, number }: { template: TemplateView; number: ChannelView }) {
  const { templateId, name, language } = template
  const { channelId } = number
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => client.call('channels.deleteTemplate', { params: { ...place, channelId, templateId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(templatesQuery(place, channelId))
      setAsking(false)
      noticeSuccess('Template deleted')
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        leftSection={<IconTrash size={15} />}
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {asking && (
        <AskBefore
          title={`Delete ${name}?`}
          act="Delete"
          pending={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <Stack gap="md">
            {remove.error && <ProblemAlert>Error occurred: {messageOf(remove.error)}</ProblemAlert>}
            <div>
              It is deleted at Meta in the language {language}. For 30 days, no other template of this
              language can have its name.
            </div>
          </Stack>
        </AskBefore>
      )}
    </>
  )
}
