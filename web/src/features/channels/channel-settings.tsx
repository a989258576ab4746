import { Switch } from '@mantine/core'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { labelAndHelp } from '../../store/agent-fields.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'

/** What applies to all channels of the agent; a change is published with the others. */
export function ChannelSettings() {
  const { agent, edit } = useAgentDraft(useAgentPlace())
  const { label, description } = labelAndHelp('smartInit')
  const help = agent.enableNodes
    ? 'The node flow of this agent decides what it says first, so that this has no effect.'
    : description
  return (
    <SettingSection title="Channel Settings">
      <SettingRow name="smartInit" label={label} help={help} size="button">
        {(texts) => (
          <Switch
            {...texts}
            disabled={agent.enableNodes === true}
            checked={agent.smartInit === true}
            onChange={(event) => edit({ smartInit: event.currentTarget.checked })}
          />
        )}
      </SettingRow>
    </SettingSection>
  )
}
