import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { IconCode, IconMessageCircle, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { chatAddress } from '../../shell/website-script.ts'
import { Embeds } from './embeds.tsx'
import styles from './onboarding.module.css'
import { Proof } from './proof.tsx'

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
        <Button
          variant="default"
          component="a"
          href={chatAddress(place)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconMessageCircle size={18} />}
        >
          Test Text Agent
        </Button>
        <Button
          variant="default"
          aria-expanded={showing}
          onClick={() => setShowing(!showing)}
          leftSection={<IconCode size={18} />}
        >
          Add to your website
        </Button>
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
