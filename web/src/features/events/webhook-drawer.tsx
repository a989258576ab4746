import { Alert, Button, Group, Tabs } from '@mantine/core'
import type { WebhookView } from '@parley/contracts/integration/webhook.ts'
import { IconPlayerPause } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretShown } from './secret-shown.tsx'
import { useWebhookAct } from './use-webhook-act.ts'
import { WebhookForm } from './webhook-form.tsx'
import { pauseWords, webhookName } from './webhook-words.ts'

const route = getRouteApi('/app/$region/events')

/** One webhook: what was sent to it, and its settings; or a new one. */
export function WebhookDrawer(props: {
  webhook: WebhookView | undefined
  onOpen: (webhookId: string, show?: 'settings') => void
  onClose: () => void
}) {
  const { webhook } = props
  const { show } = route.useSearch()
  const [secret, setSecret] = useState<string>()
  /** The webhook that was just created, opened once its secret was seen. */
  const [created, setCreated] = useState<string>()
  const seen = () => {
    setSecret(undefined)
    if (created) props.onOpen(created)
  }
  return (
    <FramedDrawer
      onClose={props.onClose}
      width="wide"
      title={webhook ? webhookName(webhook) : 'New webhook'}
      kind={webhook && 'Webhook'}
    >
      {webhook ? (
        <>
          {webhook.status === 'paused' && <Paused webhook={webhook} />}
          <Tabs
            value={show ?? 'deliveries'}
            keepMounted={false}
            onChange={(tab) => props.onOpen(webhook.webhookId, tab === 'settings' ? 'settings' : undefined)}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
              <Tabs.Tab value="settings">Settings</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries webhook={webhook} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <WebhookForm webhook={webhook} onSecret={setSecret} onDeleted={props.onClose} />
            </Tabs.Panel>
          </Tabs>
        </>
      ) : (
        <WebhookForm
          webhook={undefined}
          onSecret={(shown, webhookId) => {
            setSecret(shown)
            setCreated(webhookId)
          }}
          onDeleted={props.onClose}
        />
      )}
      {secret !== undefined && <SecretShown secret={secret} replaced={!created} onClose={seen} />}
    </FramedDrawer>
  )
}

function Paused({ webhook }: { webhook: WebhookView }) {
  const may = useMay()
  const resume = useWebhookAct(webhook, 'webhooks.resume', 'is sent events again')
  const { pausedBecause = 'person', pausedAt } = webhook
  return (
    <Alert color="yellow" icon={<IconPlayerPause size={18} />} title="Paused">
      {pauseWords[pausedBecause]} {pausedAt && <Moment at={pausedAt} />} What happens meanwhile is listed
      below and can be sent later.
      {may('webhook.manage') && (
        <Group mt="sm">
          <Button variant="default" size="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
            Resume
          </Button>
        </Group>
      )}
    </Alert>
  )
}
