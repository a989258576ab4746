import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { ButtonLink } from '../../design/links.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow } from './fields.tsx'

/** Connections of the agent to other services (part 1 §2: Settings, then Integrations). */
export function IntegrationSettings(draft: AgentDraft) {
  const { region } = useAgentPlace()
  return (
    <>
      {draft.agent.agentPlatform === 'vf' && <DialogPlatform {...draft} />}
      <SettingSection
        title="Functions"
        explanation="Endpoints that this workspace’s agents can call, such as to look up an order."
      >
        <SettingRow label="Functions of the workspace" words="tools api calls integrations" size="button">
          <ButtonLink variant="default" to="/app/$region/integrations" params={{ region }}>
            Manage functions
          </ButtonLink>
        </SettingRow>
      </SettingSection>
    </>
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
    <SettingSection
      title={fieldText('vfSettings').name}
      explanation="The project that answers for this agent. It takes effect for visitors when you publish."
    >
      {!typed && (!stored || removed) && (
        <Alert color="yellow" icon={<IconPlugConnectedX size={18} />}>
          Replies need a key. Find it on your platform under the project’s integrations, as the Dialog API
          key.
        </Alert>
      )}
      <FieldRow
        name="vfSettings.apiKey"
        {...(stored && !removed
          ? { help: 'A key is stored and never shown. Enter a new one to replace it.' }
          : {})}
      >
        {(texts) => (
          <PasswordInput
            {...texts}
            placeholder={stored && !removed ? 'Unchanged' : 'VF.DM.…'}
            autoComplete="off"
            maxLength={fieldText('vfSettings.apiKey').limits.maxLength}
            value={settings.apiKey ?? ''}
            onChange={(event) => put({ apiKey: event.currentTarget.value.trim() || undefined })}
          />
        )}
      </FieldRow>
      <FieldRow name="vfSettings.versionID">
        {(texts) => (
          <TextInput
            {...texts}
            placeholder="production"
            maxLength={fieldText('vfSettings.versionID').limits.maxLength}
            value={settings.versionID ?? ''}
            onChange={(event) => put({ versionID: event.currentTarget.value.trim() || undefined })}
          />
        )}
      </FieldRow>
      {stored && !typed && (
        <SettingRow
          label="Stored key"
          help={
            removed
              ? 'The key is removed once you publish.'
              : 'A custom action named handoff asks for a person.'
          }
          size="button"
        >
          <Button
            variant="subtle"
            color={removed ? 'gray' : 'red'}
            onClick={() => put({ apiKey: removed ? undefined : '' })}
          >
            {removed ? 'Keep the key' : 'Remove the key'}
          </Button>
        </SettingRow>
      )}
    </SettingSection>
  )
}
