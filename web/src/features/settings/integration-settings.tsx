import { Alert, Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { ButtonLink } from '../../design/links.tsx'
import { Section } from '../../design/page.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { fieldText, labelAndHelp } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** Connections of the agent to other services (part 1 §2: Settings, then Integrations). */
export function IntegrationSettings(draft: AgentDraft) {
  const { region } = useAgentPlace()
  return (
    <Stack gap="md">
      {draft.agent.agentPlatform === 'vf' && <DialogPlatform {...draft} />}
      <Section
        title="Functions"
        explanation="Addresses of your servers that agents of this workspace may call, such as to look up an order."
      >
        <Group>
          <ButtonLink variant="default" to="/app/$region/integrations" params={{ region }}>
            Manage functions
          </ButtonLink>
        </Group>
      </Section>
    </Stack>
  )
}

/** The project at the third party that answers. Its key can be written but is never shown again. */
function DialogPlatform({ agent, server, edit }: AgentDraft) {
  const settings = agent.vfSettings ?? {}
  const stored = server.vfSettings?.hasApiKey === true
  const typed = settings.apiKey !== undefined && settings.apiKey !== ''
  const removed = settings.apiKey === ''
  const put = (changes: typeof settings) => {
    const { apiKey, ...rest } = { ...settings, ...changes }
    edit({ vfSettings: apiKey === undefined ? rest : { ...rest, apiKey } })
  }
  return (
    <Section
      title={fieldText('vfSettings').name}
      explanation="The project that answers for this agent. It takes effect for visitors when you publish."
    >
      {!typed && (!stored || removed) && (
        <Alert color="yellow" icon={<IconPlugConnectedX size={18} />}>
          Without a key nobody answers. You find it at your platform under the project’s integrations, as its
          Dialog API key.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <PasswordInput
          label={fieldText('vfSettings.apiKey').label}
          description={
            stored && !removed
              ? 'One is kept sealed and never shown. Type another to replace it.'
              : fieldText('vfSettings.apiKey').help
          }
          placeholder={stored && !removed ? 'Unchanged' : 'VF.DM.…'}
          autoComplete="off"
          maxLength={fieldText('vfSettings.apiKey').limits.maxLength}
          value={settings.apiKey ?? ''}
          onChange={(event) => put({ apiKey: event.currentTarget.value.trim() || undefined })}
        />
        <TextInput
          {...labelAndHelp('vfSettings.versionID')}
          placeholder="production"
          maxLength={fieldText('vfSettings.versionID').limits.maxLength}
          value={settings.versionID ?? ''}
          onChange={(event) => put({ versionID: event.currentTarget.value.trim() || undefined })}
        />
      </SimpleGrid>
      {stored && !typed && (
        <Group justify="space-between">
          <Text c="dimmed">
            {removed
              ? 'The key is removed once you publish.'
              : 'A custom action named handoff asks for a person.'}
          </Text>
          <Button
            variant="subtle"
            color={removed ? 'gray' : 'red'}
            onClick={() => put({ apiKey: removed ? undefined : '' })}
          >
            {removed ? 'Keep the key' : 'Remove the key'}
          </Button>
        </Group>
      )}
    </Section>
  )
}
