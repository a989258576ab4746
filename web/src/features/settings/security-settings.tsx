import { Alert, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { SecretField } from '../../design/fields/secret-field.tsx'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { useSession } from '../../shell/navigation/places.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { AllowedWebsites } from './allowed-websites.tsx'
import { FieldRow } from './fields.tsx'
import { Keeping } from './keeping-settings.tsx'
import { newSecretKey } from './secret-key.ts'

export function SecuritySettings(draft: AgentDraft) {
  const isClient = useSession().client !== undefined
  return (
    <>
      <AllowedWebsites {...draft} />
      <Keeping {...draft} />
      {/* A client is not shown the key, and can't choose one. */}
      {!isClient && <SecretKey {...draft} />}
    </>
  )
}

function SecretKey({ agent, server, edit }: AgentDraft) {
  const [asking, question] = useDisclosure(false)
  const key = agent.SECRET_API_KEY ?? ''
  const replaced = key !== (server.SECRET_API_KEY ?? '')
  return (
    <SettingSection title={fieldText('SECRET_API_KEY').name}>
      <FieldRow
        name="SECRET_API_KEY"
        help="For your servers: as a bearer token it can read and save this agent. Never use it in web pages."
      >
        <SecretField label={fieldText('SECRET_API_KEY').label} what="key" value={key} />
        <Group mt="xs">
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={question.open}>
            Regenerate
          </Button>
        </Group>
        {replaced && (
          <Alert color="yellow" mt="xs">
            The new key replaces the old one once you publish.
          </Alert>
        )}
      </FieldRow>
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
          Servers that use the current key are refused once you publish.
        </AskBefore>
      )}
    </SettingSection>
  )
}
