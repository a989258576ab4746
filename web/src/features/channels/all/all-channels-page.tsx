import { Group, Table, Text } from '@mantine/core'
import type { ChannelOfWorkspace } from '@parley/contracts/channel/endpoints.ts'
import { channelLabels } from '@parley/contracts/channel/names.ts'
import { IconBrandMeta, IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Moment } from '../../../design/dates/moment.tsx'
import { AnchorLink, ButtonLink } from '../../../design/links.tsx'
import { ListTable } from '../../../design/lists/list-table.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { Page } from '../../../design/pages/page.tsx'
import { useMay } from '../../../shell/access/use-may.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import { setupFailureOf } from '../channel-words.ts'
import { Disconnect } from '../disconnect-channel.tsx'
import { SetupBadge } from '../health.tsx'
import { channelsOfWorkspaceQuery } from '../queries.ts'
import styles from './all-channels.module.css'

type Of = 'meta-pages' | 'whatsapp-numbers'

const words = {
  'meta-pages': {
    title: 'Meta Pages',
    purpose: 'The Facebook pages and Instagram accounts of all agents.',
    column: 'Page',
    none: 'No pages yet',
    explanation:
      'Open an agent, and connect a page in its channels for Messenger or Instagram. All of them show here.',
    failed: 'The pages could not be loaded',
    done: 'Page removed successfully',
    failedRemoval: 'Failed to remove the page.',
    icon: <IconBrandMeta size={24} />,
  },
  'whatsapp-numbers': {
    title: 'WhatsApp Numbers',
    purpose: 'The WhatsApp numbers of all agents.',
    column: 'Number',
    none: 'No numbers yet',
    explanation: 'Open an agent, and connect a number in its channels for WhatsApp. All of them show here.',
    failed: 'The numbers could not be loaded',
    done: 'Number removed successfully',
    failedRemoval: 'Error: Failed to remove number.',
    icon: <IconBrandWhatsapp size={24} />,
  },
} as const

export const MetaPagesPage = () => <AllChannels of="meta-pages" />
export const WhatsAppNumbersPage = () => <AllChannels of="whatsapp-numbers" />

/** The channels of a kind of all agents of the workspace (part 2 §2.1). */
function AllChannels({ of }: { of: Of }) {
  const workspace = useWorkspace()
  const channels = useQuery(channelsOfWorkspaceQuery(workspace, of))
  const { title, purpose, none, explanation, failed, icon } = words[of]
  const items = channels.data
  return (
    <Page wide title={title} purpose={purpose}>
      {channels.isPending && <LoadingRows rows={4} height={60} />}
      {channels.isError && !items && (
        <FailedList title={failed} error={channels.error} onRetry={() => channels.refetch()} />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={icon}
          title={none}
          explanation={explanation}
          action={
            <ButtonLink to="/app/$region/agents" params={{ region: workspace.region }}>
              Choose an agent
            </ButtonLink>
          }
        />
      )}
      {items && items.length > 0 && <ChannelTable of={of} channels={items} />}
    </Page>
  )
}

function ChannelTable({ of, channels }: { of: Of; channels: ChannelOfWorkspace[] }) {
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>{words[of].column}</Table.Th>
          <Table.Th data-agent>Agent</Table.Th>
          <Table.Th data-state>State</Table.Th>
          <Table.Th data-last>Last message</Table.Th>
          <Table.Th data-act aria-label="Actions" />
        </>
      }
    >
      {channels.map((channel) => (
        <Row key={channel.channelId} of={of} channel={channel} />
      ))}
    </ListTable>
  )
}

function Row({ of, channel }: { of: Of; channel: ChannelOfWorkspace }) {
  const workspace = useWorkspace()
  const { region } = workspace
  const { agentId, agent, kind, name, account, lastMessageAt } = channel
  const manages = useMay()('channel.manage')
  const queryClient = useQueryClient()
  const failure = setupFailureOf(channel)
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <AnchorLink
          to="/app/$region/agents/$agentId/channels"
          params={{ region, agentId }}
          search={{ set: kind }}
          fw={600}
          underline="hover"
          c="var(--mantine-color-text)"
        >
          <bdi>{of === 'meta-pages' ? (account.pageName ?? name) : name}</bdi>
        </AnchorLink>
        <Text size="sm" c="dimmed">
          <Account channel={channel} />
        </Text>
        {failure && (
          <Text size="sm" c="var(--mantine-color-error)">
            {failure}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-cell="line">
        <bdi>{agent}</bdi>
      </Table.Td>
      <Table.Td data-cell="aside">
        <SetupBadge channel={channel} />
      </Table.Td>
      <Table.Td className={styles.last}>
        {lastMessageAt ? <Moment at={lastMessageAt} /> : <Dimmed>No message yet</Dimmed>}
      </Table.Td>
      <Table.Td data-cell="end">
        {manages && (
          <Group justify="flex-end">
            <Disconnect
              channel={channel}
              place={{ region, agentId }}
              size="compact-sm"
              named
              act="Remove"
              done={words[of].done}
              failed={words[of].failedRemoval}
              onDone={() => void queryClient.invalidateQueries(channelsOfWorkspaceQuery(workspace, of))}
            />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** What Meta calls it. */
function Account({ channel: { kind, account } }: { channel: ChannelOfWorkspace }) {
  if (kind === 'whatsapp')
    return (
      <>
        <bdi>{account.phoneNumber}</bdi> · Business account ID <bdi>{account.businessId}</bdi>
      </>
    )
  return (
    <>
      {channelLabels[kind]} · Page ID <bdi>{account.pageId}</bdi>
      {account.igPageName !== undefined && (
        <>
          {' '}
          · <bdi>@{account.igPageName}</bdi>
        </>
      )}
    </>
  )
}

const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text component="span" inherit c="dimmed">
    {children}
  </Text>
)
