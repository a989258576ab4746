import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { cut } from '../../design/words/cut.ts'
import { lazyComponent } from '../../server/lazy-component.ts'
import { rememberWorkspace } from '../../server/workspace-choice.ts'
import { regionNames } from '../regions.ts'
import { WorkspaceLoading } from '../workspace/workspace-loading.tsx'
import { useAgentPlaceIfAny, useSession, useWorkspace } from './places.ts'
import styles from './top-bar.module.css'

const NewWorkspace = lazyComponent(() => import('../workspace/new-workspace.tsx'), 'NewWorkspace')

const regionSwitchDelayMs = 100

/**
 * Names are cut to 20 characters, with the full name on hover. Selecting a workspace reloads the dashboard in its
 * region.
 */
export function WorkspaceSwitcher() {
  const workspace = useWorkspace()
  const { workspaces } = useSession()
  const onAgent = useAgentPlaceIfAny() !== undefined
  const [switchingTo, setSwitchingTo] = useState<string>()
  const [creating, setCreating] = useState(false)

  const open = (workspaceId: string, region: string) => {
    rememberWorkspace(workspaceId)
    if (region !== workspace.region) setSwitchingTo(region)
    setTimeout(() => window.location.assign(`/app/${region}/agents`), regionSwitchDelayMs)
  }

  if (switchingTo)
    return (
      <div className={styles.switching}>
        <WorkspaceLoading text={`Switching to ${switchingTo.toUpperCase()} region...`} />
      </div>
    )
  return (
    <>
      {creating && (
        <Suspense fallback={null}>
          <NewWorkspace onCreated={open} onClose={() => setCreating(false)} />
        </Suspense>
      )}
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            px="xs"
            visibleFrom={onAgent ? 'sm' : undefined}
            classNames={{ root: styles.switcher, label: styles.switcherLabel }}
            title={workspace.workspaceName}
            leftSection={
              workspace.workspacePhotoURL && (
                <NameAvatar
                  size={24}
                  name={workspace.workspaceName}
                  src={workspace.workspacePhotoURL}
                  aria-hidden
                />
              )
            }
            rightSection={<IconSelector size={16} stroke={1.75} />}
            aria-label={`Workspace: ${workspace.workspaceName}`}
          >
            <bdi className={styles.switcherName}>{cut(workspace.workspaceName, 20)}</bdi>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Workspaces</Menu.Label>
          {workspaces.map((one) => (
            <Menu.Item
              key={one.workspaceId}
              title={one.workspaceName}
              leftSection={
                <NameAvatar size={24} name={one.workspaceName} src={one.workspacePhotoURL ?? null} />
              }
              rightSection={one.workspaceId === workspace.workspaceId ? <IconCheck size={16} /> : null}
              onClick={() => one.workspaceId !== workspace.workspaceId && open(one.workspaceId, one.region)}
            >
              <Text>
                <bdi>{cut(one.workspaceName, 25)}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                {regionNames[one.region]}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setCreating(true)}>
            New workspace
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
