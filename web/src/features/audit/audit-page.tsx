import { Button, Tabs } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../design/pages/page.tsx'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { EventDrawer } from './event-drawer.tsx'
import { eventOf } from './search.ts'
import { Timeline } from './timeline.tsx'
import { Verification } from './verification.tsx'

const route = getRouteApi('/app/$region/audit')

/** All events of the workspace, and the verification that none was altered. */
export function AuditPage() {
  const { region, workspaceId } = useWorkspace()
  const { tab, event } = route.useSearch()
  const navigate = route.useNavigate()
  const workspace = { region, workspaceId }
  const opened = eventOf(event)
  return (
    <Page
      title="Audit"
      purpose="Who did what, when and from where. Tamper-evident: any change to the log is detected."
      actions={
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} />}
          href={client.url('audit.export', { params: workspace })}
          download
        >
          Export as JSON Lines
        </Button>
      }
    >
      <Tabs
        value={tab ?? 'timeline'}
        keepMounted={false}
        onChange={(value) =>
          void navigate({
            search: (search) => ({ ...search, tab: value === 'verification' ? value : undefined }),
          })
        }
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
          <Tabs.Tab value="verification">Verification</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="timeline">
          <Timeline workspace={workspace} />
        </Tabs.Panel>
        <Tabs.Panel value="verification">
          <Verification workspace={workspace} />
        </Tabs.Panel>
      </Tabs>
      {opened && <EventDrawer key={event} workspace={workspace} event={opened} />}
    </Page>
  )
}
