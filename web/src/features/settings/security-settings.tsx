import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { AskBefore } from '../../design/ask-before.tsx'
import { Section } from '../../design/page.tsx'
import { SecretField } from '../../design/secret-field.tsx'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { AllowedWebsites } from './allowed-websites.tsx'
import { Keeping } from './keeping-settings.tsx'
import { newSecretKey } from './secret-key.ts'

export function SecuritySettings(draft: AgentDraft) {
  return (
    <Stack gap="md">
      <AllowedWebsites {...draft} />
      <Keeping {...draft} />
      <SecretKey {...draft} />
    </Stack>
  )
}

function SecretKey({ agent, server, edit }: AgentDraft) {
  const [asking, question] = useDisclosure(false)
  const key = agent.SECRET_API_KEY ?? ''
  const replaced = key !== (server.SECRET_API_KEY ?? '')
  return (
    <Section
      title={fieldText('SECRET_API_KEY').name}
      explanation="For your own servers: sent as a bearer, it may read and save this agent. Keep it out of web pages."
    >
      <SecretField label={fieldText('SECRET_API_KEY').label} labelShown what="key" value={key} />
      {replaced && (
        <Alert color="yellow">The new key works, and the former one stops working, once you publish.</Alert>
      )}
      <Group>
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={question.open}>
          Regenerate
        </Button>
      </Group>
      {asking && (
        <AskBefore
          title="Replace the secret API key?"
          act="Replace the key"
          onAct={() => {
            edit({ SECRET_API_KEY: newSecretKey() })
            question.close()
          }}
          onClose={question.close}
        >
          Every server that uses the present key is refused as soon as you publish.
        </AskBefore>
      )}
    </Section>
  )
}
