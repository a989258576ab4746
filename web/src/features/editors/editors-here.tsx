import { Avatar, Group, Popover, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { AgentEditor } from '@parley/contracts/agent/editor-endpoints.ts'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { agentScreens } from '../../shell/navigation/screens.ts'
import { useShownPath } from '../../shell/navigation/shown-path.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import styles from './editors-here.module.css'
import { useEditors } from './use-editors.ts'

/** Pages on which an agent is edited. */
const editingPages = ['overview', 'nodes', 'prompt', 'kb', 'tests', 'settings']

/** Who else of the team is at the agent, on which page, and who has unpublished changes. */
export function EditorsHere(props: { place: AgentPlace }) {
  const path = useShownPath()
  const page = path.slice(path.lastIndexOf('/') + 1)
  return editingPages.includes(page) ? <Editors place={props.place} page={page} /> : null
}

function Editors(props: { place: AgentPlace; page: string }) {
  const { agent, changed } = useAgentDraft(props.place)
  const people = useEditors(props.place, props.page, changed.length > 0)
  const most = useOnPhone() ? 1 : 3
  const screens = agentScreens(agent)
  const doing = ({ page, editing }: AgentEditor) => {
    const label = screens.find(({ to }) => to.endsWith(`/${page}`))?.label ?? 'Agent'
    return `${editing ? 'Editing' : 'Viewing'} · ${label}`
  }
  const summary = people.map((person) => `${person.displayName}: ${doing(person)}`).join(', ')
  return (
    <>
      <VisuallyHidden role="status">{people.length > 0 && `Also here: ${summary}`}</VisuallyHidden>
      {people.length > 0 && (
        <Popover position="bottom-end" width={260} shadow="md" withRoles={false}>
          <Popover.Target>
            <UnstyledButton className={styles.people}>
              <VisuallyHidden>Also here: {summary}</VisuallyHidden>
              <Avatar.Group spacing={8} aria-hidden>
                {people.slice(0, most).map((person) => (
                  <NameAvatar
                    key={person.userId}
                    name={person.displayName}
                    size={28}
                    data-editing={person.editing || undefined}
                    className={styles.person}
                  />
                ))}
                {people.length > most && <Avatar size={28}>+{people.length - most}</Avatar>}
              </Avatar.Group>
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label="Also here">
            <Stack gap="sm" component="ul" className={styles.list}>
              {people.map((person) => (
                <Group key={person.userId} component="li" gap="sm" wrap="nowrap">
                  <NameAvatar name={person.displayName} size={32} aria-hidden />
                  <div className={styles.words}>
                    <Text fw={500} truncate>
                      {person.displayName}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {doing(person)}
                    </Text>
                  </div>
                </Group>
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}
