import { ActionIcon, Card, Group, Menu, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { IconCopy, IconDots, IconMessages, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { count, Moment } from '../../design/moment.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { noticeSuccess } from '../../design/notices.ts'
import styles from './agent-card.module.css'

export function AgentCard(props: {
  agent: AgentListItem
  region: Region
  onRename: () => void
  onDelete: () => void
}) {
  const { agent } = props
  return (
    <Card className={styles.card} padding="md">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <NameAvatar src={agent.roundedImageURL || null} name={agent.title} size={40} />
        <div className={styles.words}>
          <Link
            to="/app/$region/agents/$agentId/overview"
            params={{ region: props.region, agentId: agent.ID }}
            className={styles.link}
            title={agent.title}
            dir="auto"
          >
            {agent.title}
          </Link>
          <Text c="dimmed" lineClamp={2} title={agent.description}>
            {agent.description}
          </Text>
        </div>
        <AgentMenu {...props} />
      </Group>
      <Group className={styles.figures} gap="md">
        <Group gap={6}>
          <IconMessages size={16} stroke={1.75} aria-hidden />
          <span className="tabular">
            {count(agent.conversations)} {agent.conversations === 1 ? 'conversation' : 'conversations'}
          </span>
        </Group>
        <span>
          Modified <Moment at={agent.lastModified * 1000} />
        </span>
      </Group>
    </Card>
  )
}

function AgentMenu(props: { agent: AgentListItem; onRename: () => void; onDelete: () => void }) {
  const clipboard = useClipboard()
  return (
    <Menu width={180}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.menu}
          aria-label={`More for ${props.agent.title}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} />} onClick={props.onRename}>
          Rename
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.75} />}
          onClick={() => {
            clipboard.copy(props.agent.ID)
            noticeSuccess('Agent ID copied', 2000)
          }}
        >
          Copy Agent ID
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={18} stroke={1.75} />} onClick={props.onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
