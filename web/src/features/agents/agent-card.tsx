import { ActionIcon, Badge, Card, Group, Menu, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { AgentActivity, AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { IconCopy, IconDots, IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { count } from '../../design/dates/moment.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { useMay } from '../../shell/access/use-may.ts'
import styles from './agent-card.module.css'

export function AgentCard(props: {
  agent: AgentListItem & { activity?: AgentActivity | undefined }
  region: Region
  onMenu: () => void
  onRename: () => void
  onDelete: () => void
}) {
  const { agent } = props
  const { activity } = agent
  return (
    <Card className={`${wholeRow.row} ${styles.card}`} padding="md">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <NameAvatar src={agent.roundedImageURL || null} name={agent.title} size={40} />
        <div className={styles.words}>
          <Link
            to="/app/$region/agents/$agentId/overview"
            params={{ region: props.region, agentId: agent.ID }}
            className={`${wholeRow.link} ${styles.link}`}
            title={agent.title}
            dir="auto"
          >
            {agent.title}
          </Link>
          <Text c="dimmed" lineClamp={2} title={agent.description} className={styles.description}>
            {agent.description}
          </Text>
        </div>
        <AgentMenu {...props} />
      </Group>
      {activity && <Activity activity={activity} />}
    </Card>
  )
}

/** Whether it serves a website, how much it has to do, and who waits for a person. */
function Activity({ activity: { conversations, waiting, installed } }: { activity: AgentActivity }) {
  return (
    <div className={styles.activity}>
      <span className={styles.status} data-live={installed || undefined}>
        {installed ? 'Live' : 'Not installed'}
      </span>
      <span className={`tabular ${styles.conversations}`}>
        {count(conversations)} {conversations === 1 ? 'conversation' : 'conversations'} in 7 days
      </span>
      {waiting > 0 && (
        <Badge variant="light" color="yellow" className="tabular" flex="none">
          {waiting > 99 ? '99+' : waiting} waiting
        </Badge>
      )}
    </div>
  )
}

function AgentMenu(props: {
  agent: AgentListItem
  region: Region
  onMenu: () => void
  onRename: () => void
  onDelete: () => void
}) {
  const clipboard = useClipboard()
  const navigate = useNavigate()
  const may = useMay()
  const { agent, region } = props
  return (
    <Menu width={180} onOpen={props.onMenu}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.menu}
          aria-label={`Actions for ${agent.title}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('agent.publish') && (
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} />} onClick={props.onRename}>
            Rename
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.75} />}
          onClick={() => {
            clipboard.copy(agent.ID)
            noticeSuccess('Agent ID copied', 2000)
          }}
        >
          Copy Agent ID
        </Menu.Item>
        {may('blueprint.manage') && (
          <Menu.Item
            leftSection={<IconTemplate size={18} stroke={1.75} />}
            onClick={() =>
              navigate({
                to: '/app/$region/blueprints',
                params: { region },
                search: { create: true, agent: agent.ID },
              })
            }
          >
            Save as blueprint
          </Menu.Item>
        )}
        {may('agent.delete') && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              onClick={props.onDelete}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
