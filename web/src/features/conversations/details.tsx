import { ActionIcon, Anchor, Badge, Button, MultiSelect, Stack, TagsInput, Text, Title } from '@mantine/core'
import { safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { IconDownload, IconShieldCheck, IconTrash, IconX } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { exactTime, Moment, messagesOf } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { scrollable } from '../../design/scrollable.ts'
import { browserName } from '../../design/words/browser-name.ts'
import { countryName, languageName } from '../../design/words/names.ts'
import { usdOf } from '../../design/words/usd.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { client } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace, useSession } from '../../shell/navigation/places.ts'
import { creditsOf, ownerNames } from './conversation-words.ts'
import styles from './conversations.module.css'
import { EraseVisitorDialog } from './erase-visitor-dialog.tsx'
import { useTeam } from './list-filters.tsx'
import type { Detail, useAction } from './use-actions.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** Details of the visitor and the conversation. */
export function Details(props: { conversation: Detail; action: ReturnType<typeof useAction> }) {
  const { conversation } = props
  const { visitor } = conversation
  const navigate = route.useNavigate()
  const may = useMay()
  return (
    <aside className={styles.details} aria-label={t('Visitor details')} {...scrollable}>
      <div className={styles.detailsHead}>
        <Title order={2} size="h3" className={styles.oneLine}>
          <bdi>{visitorNameOf(conversation)}</bdi>
        </Title>
        {visitor.verified && (
          <Badge size="sm" variant="light" color="teal" leftSection={<IconShieldCheck size={12} />}>
            {t('Verified')}
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Back to the conversation')}
          className={styles.aboutClose}
          onClick={() => void navigate({ search: (search) => ({ ...search, about: undefined }) })}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      <Stack gap="lg">
        <Group title={t('Visitor')}>
          <Facts facts={visitorFacts(conversation)} />
          {visitor.leadId && may('lead.read') && <LeadLink leadId={visitor.leadId} />}
        </Group>
        <Group title={t('Conversation')}>
          <Tags {...props} />
          <Facts facts={useConversationFacts(conversation)} />
        </Group>
        {visitor.pages.length > 0 && (
          <Group title={t('Pages')}>
            <ul className={styles.pages}>
              {visitor.pages.map((page) => (
                <li key={page.at}>
                  <PageLink url={page.url} />
                  <Text size="xs" c="dimmed" span>
                    <Moment at={page.at} />
                  </Text>
                </li>
              ))}
            </ul>
          </Group>
        )}
        {Object.keys(visitor.variables).length > 0 && (
          <Group title={t('Variables')}>
            <Facts facts={Object.entries(visitor.variables)} />
          </Group>
        )}
        <Group title={t('Earlier conversations')}>
          <EarlierConversations conversation={conversation} />
        </Group>
        {may('visitor.export') && may('visitor.erase') && (
          <Group title="Personal data">
            <PersonalData conversation={conversation} />
          </Group>
        )}
      </Stack>
    </aside>
  )
}

type Fact = readonly [name: string, value: ReactNode]

function visitorFacts(conversation: Detail): Fact[] {
  const { visitor, country, lang, browser } = conversation
  const named = ['name', 'email', 'phone']
  const facts: (Fact | undefined)[] = [
    visitor.name ? [t('Name'), visitor.name] : undefined,
    visitor.email
      ? [
          t('E-mail'),
          <Anchor key="mail" href={`mailto:${visitor.email}`}>
            {visitor.email}
          </Anchor>,
        ]
      : undefined,
    visitor.phone
      ? [
          t('Phone'),
          <Anchor key="phone" href={`tel:${visitor.phone}`}>
            {visitor.phone}
          </Anchor>,
        ]
      : undefined,
    visitor.externalId ? [t('User ID'), visitor.externalId] : undefined,
    ...Object.entries(visitor.fields)
      .filter(([name]) => !named.includes(name))
      .map(([name, value]): Fact => [name, value]),
    country ? [t('Country'), countryName(country)] : undefined,
    lang ? [t('Language'), languageName(lang)] : undefined,
    browser ? [t('Browser'), browserName(browser)] : undefined,
    [t('Visitor ID'), <code key="id">{visitor.visitorId}</code>],
  ]
  return facts.filter((fact) => fact !== undefined)
}

function useConversationFacts(conversation: Detail): Fact[] {
  const { nameOf } = useTeam()
  const isClient = useSession().client !== undefined
  const { assignee, owner, status, resolvedAt, cost, feedback, feedbackComment, handoffNote } = conversation
  const facts: (Fact | undefined)[] = [
    [
      t('Status'),
      status === 'open'
        ? t('Open')
        : resolvedAt
          ? t('Resolved {time}', { time: exactTime(new Date(resolvedAt)) })
          : t('Resolved'),
    ],
    [t('Answered by'), t(ownerNames[owner])],
    [t('Assigned to'), assignee ? nameOf(assignee, conversation.clientNames) : t('Nobody')],
    handoffNote ? [t('Reason'), handoffNote] : undefined,
    feedback ? [t('Rated'), feedback === 'up' ? t('Good') : t('Bad')] : undefined,
    feedbackComment ? [t('Comment'), feedbackComment] : undefined,
    [t('Messages'), messagesOf(conversation.messages)],
    isClient ? undefined : ['Cost', `${creditsOf(cost)} (${usdOf(cost)})`],
    [t('Started'), exactTime(new Date(conversation.startedAt))],
  ]
  return facts.filter((fact) => fact !== undefined)
}

function Group(props: { title: string; children: ReactNode }) {
  return (
    <section aria-label={props.title}>
      <Title order={3} size="h6" c="dimmed" mb={8}>
        {props.title}
      </Title>
      <Stack gap={8}>{props.children}</Stack>
    </section>
  )
}

function Facts(props: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Tags(props: { conversation: Detail; action: ReturnType<typeof useAction> }) {
  const { conversation, action } = props
  const { tags: offered, settings } = useTeam()
  const set = (tags: string[]) => action.mutate({ do: 'tag', tags })
  const given = action.variables
  // Shows the selected tags while they are saved. The field keeps the focus so that more can be added.
  const value = action.isPending && given?.do === 'tag' ? given.tags : conversation.tags
  const data = [...new Set([...offered, ...value])]
  const disabled = !useMay()('conversation.manage')
  const field = { label: t('Tags'), value, onChange: set, data, disabled }
  return settings?.disallowAnyTags ? (
    <MultiSelect {...field} placeholder={value.length === 0 ? t('Select tags') : undefined} searchable />
  ) : (
    <TagsInput
      {...field}
      placeholder={value.length === 0 ? t('Add tags') : undefined}
      maxTags={50}
      acceptValueOnBlur
    />
  )
}

/** Rights of visitors under data-protection law: export and erasure. */
function PersonalData({ conversation }: { conversation: Detail }) {
  const { visitorId } = conversation
  const place = useAgentPlace()
  const [erasing, setErasing] = useState(false)
  return (
    <Stack gap={6} align="flex-start">
      <Button
        component="a"
        download={`visitor-${visitorId}.json`}
        href={client.url('visitors.export', { params: { ...place, visitorId } })}
        variant="default"
        size="xs"
        leftSection={<IconDownload size={15} />}
      >
        Export visitor data
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        leftSection={<IconTrash size={15} />}
        onClick={() => setErasing(true)}
      >
        Erase visitor…
      </Button>
      {erasing && <EraseVisitorDialog conversation={conversation} onClose={() => setErasing(false)} />}
    </Stack>
  )
}

function PageLink(props: { url: string }) {
  const href = safeLink(props.url)
  const shown = props.url.replace(/^https?:\/\//, '')
  if (!href)
    return (
      <Text truncate dir="ltr">
        {shown}
      </Text>
    )
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      truncate
      display="block"
      dir="ltr"
      title={props.url}
    >
      {shown}
    </Anchor>
  )
}

function LeadLink(props: { leadId: string }) {
  return (
    <AnchorLink
      to="/app/$region/agents/$agentId/leads"
      params={useAgentPlace()}
      search={{ lead: props.leadId }}
      size="sm"
    >
      {t('View lead')}
    </AnchorLink>
  )
}

function EarlierConversations({ conversation }: { conversation: Detail }) {
  const place = useAgentPlace()
  const { conversations } = conversation.visitor
  if (conversations.length === 0) return <Text c="dimmed">{t('No earlier conversations')}</Text>
  return (
    <ul className={styles.pages}>
      {conversations.map((one) => (
        <li key={one.conversationId}>
          <AnchorLink
            to="/app/$region/agents/$agentId/convos"
            params={place}
            search={(search) => ({ ...search, conversation: one.conversationId, about: undefined })}
            truncate
            display="block"
            dir="auto"
          >
            {one.preview || t('No messages')}
          </AnchorLink>
          <Text size="xs" c="dimmed" span>
            <Moment at={one.startedAt} />
          </Text>
        </li>
      ))}
    </ul>
  )
}
