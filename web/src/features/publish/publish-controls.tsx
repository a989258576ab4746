import { Button, Group, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { whenReachable } from '../../server/connection.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { PublishMenu } from './publish-menu.tsx'
import { usePublish } from './use-publish.ts'

const VersionHistory = lazy(() =>
  whenReachable(async () => ({ default: (await import('./version-history.tsx')).VersionHistory })),
)
const UntestedDialog = lazy(() =>
  whenReachable(async () => ({ default: (await import('./untested-dialog.tsx')).UntestedDialog })),
)
const WebsiteScript = lazy(() =>
  whenReachable(async () => ({ default: (await import('./website-script.tsx')).WebsiteScript })),
)

/** The Publish button and its menu in the top bar of an agent. Ctrl/Cmd+S publishes. */
export function PublishControls(props: { place: AgentPlace }) {
  const [tipShown, setTipShown] = useState(false)
  const { publish, publishing, changed, untested, publishTested, publishUntested, keepDraft } = usePublish(
    props.place,
    () => setTipShown(true),
  )
  const { panel } = useSearch({ strict: false })
  useHotkeys([['mod+S', publish]], [])

  const dirty = changed.length > 0
  const label = dirty ? `Unpublished: ${changed.map(fieldLabel).join(', ')}` : 'Everything is published'
  return (
    <Group gap={1} wrap="nowrap">
      <Tooltip label={label} multiline maw={320}>
        <Button
          onClick={publish}
          loading={publishing}
          disabled={!dirty}
          px={{ base: 'sm', sm: 'md' }}
          radius="10px 0 0 10px"
        >
          {dirty ? 'Publish' : 'Published'}
        </Button>
      </Tooltip>
      <DeployTip opened={tipShown && !dirty} onClose={() => setTipShown(false)}>
        <PublishMenu place={props.place} dirty={dirty} />
      </DeployTip>
      <Suspense fallback={null}>
        {panel === 'versions' && <VersionHistory place={props.place} />}
        {untested !== undefined && (
          <UntestedDialog
            place={props.place}
            why={untested}
            publishing={publishing}
            onPassed={publishTested}
            onPublish={publishUntested}
            onClose={keepDraft}
          />
        )}
        {panel === 'script' && <WebsiteScript place={props.place} />}
      </Suspense>
    </Group>
  )
}

/** Shown after publishing: where to deploy the agent. */
function DeployTip(props: { opened: boolean; onClose: () => void; children: ReactNode }) {
  const [silenced, setSilenced] = useLocalStorage({ key: 'parley_deploy_tip_silenced', defaultValue: false })
  const navigate = useNavigate()
  return (
    <Popover
      opened={props.opened && !silenced}
      onChange={(opened) => !opened && props.onClose()}
      position="bottom-end"
      withArrow
      withRoles={false}
      width={260}
      shadow="md"
    >
      <Popover.Target>
        <div>{props.children}</div>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text fw={500}>Your agent is published</Text>
          <Button
            size="xs"
            onClick={() => {
              props.onClose()
              void navigate({ to: '.', search: (search) => ({ ...search, panel: 'script' }) })
            }}
          >
            Add widget to website
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setSilenced(true)}>
            Don't show again
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
