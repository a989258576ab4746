import { ActionIcon, Alert, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { AskBefore } from '../../design/ask-before.tsx'
import { CopyIcon } from '../../design/copy-field.tsx'
import { Section } from '../../design/page.tsx'
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
  const [shown, visibility] = useDisclosure(false)
  const [asking, question] = useDisclosure(false)
  const key = agent.SECRET_API_KEY ?? ''
  const replaced = key !== (server.SECRET_API_KEY ?? '')
  return (
    <Section
      title={fieldText('SECRET_API_KEY').name}
      explanation="For your own servers: sent as a bearer, it may read and save this agent. Keep it out of web pages."
    >
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          label={fieldText('SECRET_API_KEY').label}
          flex={1}
          readOnly
          type={shown ? 'text' : 'password'}
          autoComplete="off"
          value={key}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Tooltip label={shown ? 'Hide' : 'Reveal'}>
          <ActionIcon
            variant="default"
            size={36}
            onClick={visibility.toggle}
            aria-label={shown ? 'Hide the key' : 'Reveal the key'}
          >
            {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          </ActionIcon>
        </Tooltip>
        <CopyIcon value={key} label={fieldText('SECRET_API_KEY').name} size={36} />
      </Group>
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
