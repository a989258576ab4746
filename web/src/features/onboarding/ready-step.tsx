import { Badge, Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { IconMicrophone, IconPhone, IconPlugConnected } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Embeds } from './embeds.tsx'
import styles from './onboarding.module.css'
import { Proof } from './proof.tsx'
import { AddToWebsite, TestTextAgent } from './ready-options.tsx'

/** What to do with the new agent (part 2 §2.7). Voice and telephone don't work yet, as their options say. */
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
          Test the agent of <bdi>{props.name}</bdi>, or add it to your website.
        </Text>
      </div>
      <div className={styles.options}>
        <TestTextAgent place={place} />
        <ComingSoon icon={<IconMicrophone size={18} />}>Try Voice</ComingSoon>
        <AddToWebsite showing={showing} onToggle={() => setShowing(!showing)} />
        <Button
          variant="default"
          onClick={props.onIntegrations}
          leftSection={<IconPlugConnected size={18} />}
        >
          Explore Integration Options
        </Button>
        <ComingSoon icon={<IconPhone size={18} />}>Connect to Telephone</ComingSoon>
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

function ComingSoon({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <Button
      variant="default"
      disabled
      leftSection={icon}
      rightSection={
        <Badge variant="light" color="gray" size="sm">
          Coming Soon
        </Badge>
      }
    >
      {children}
    </Button>
  )
}
