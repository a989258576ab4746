import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { Embeds } from './embeds.tsx'
import styles from './onboarding.module.css'
import { Proof } from './proof.tsx'
import { AddToWebsite, TestTextAgent } from './ready-options.tsx'

/** What to do with the new agent. An option appears when its screen works: voice and telephone don't yet. */
export function ReadyStep(props: {
  region: Region
  made: { agentId: string; questions: string[] }
  name: string
  onIntegrations: () => void
}) {
  const { region, made } = props
  const place = { region, agentId: made.agentId }
  const [showing, setShowing] = useState(false)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Your agent is ready</Title>
        <Text c="dimmed" mt={4}>
          <bdi>{props.name}</bdi> has an agent that knows its website.
        </Text>
      </div>
      <div className={styles.options}>
        <TestTextAgent place={place} />
        <AddToWebsite showing={showing} onToggle={() => setShowing(!showing)} />
        <Button
          variant="default"
          onClick={props.onIntegrations}
          leftSection={<IconPlugConnected size={18} />}
        >
          Explore Integration Options
        </Button>
      </div>
      {showing && (
        <Card>
          <Embeds place={place} />
        </Card>
      )}
      <Proof region={region} agentId={made.agentId} questions={made.questions} />
    </Stack>
  )
}
