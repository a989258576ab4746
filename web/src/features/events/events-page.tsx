import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../design/pages/page.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { Catalogue } from './catalogue.tsx'
import { Log } from './log/log.tsx'
import { webhooksQuery } from './queries.ts'
import { eventTabs } from './search.ts'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { WebhookList } from './webhook-list.tsx'

const route = getRouteApi('/app/$region/events')

/**
 * What happens in the workspace, for servers of the customer: the webhooks and the events they can subscribe to, and the
 * log of what those servers note themselves.
 */
export function EventsPage() {
  const { eventTab = 'webhooks', webhook: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()
  const webhooks = useQuery(webhooksQuery(useWorkspace()))
  const open = (webhook: string | undefined, show?: 'settings') =>
    void navigate({ search: (search) => ({ eventTab: search.eventTab, webhook, show }) })
  const add = may('webhook.manage') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('new')}>
      Add webhook
    </Button>
  )
  const shown = webhooks.data?.find(({ webhookId }) => webhookId === opened)
  return (
    <Page
      title="Events"
      purpose="What happens in this workspace for your own servers, and what they note here."
      actions={eventTab === 'webhooks' && webhooks.data && webhooks.data.length > 0 ? add : undefined}
    >
      <Tabs
        value={eventTab}
        keepMounted={false}
        onChange={(tab) => {
          const next = eventTabs.find((each) => each === tab)
          if (next) void navigate({ search: { eventTab: next === 'webhooks' ? undefined : next } })
        }}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="webhooks">Webhooks</Tabs.Tab>
          {may('log.read') && <Tabs.Tab value="log">Log</Tabs.Tab>}
          <Tabs.Tab value="catalogue">Catalogue</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="webhooks">
          <WebhookList webhooks={webhooks} add={add} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <Log />
        </Tabs.Panel>
        <Tabs.Panel value="catalogue">
          <Catalogue />
        </Tabs.Panel>
      </Tabs>
      {(opened === 'new' || shown) && (
        <WebhookDrawer key={opened} webhook={shown} onOpen={open} onClose={() => open(undefined)} />
      )}
    </Page>
  )
}
