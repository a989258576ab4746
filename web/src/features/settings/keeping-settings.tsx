import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SwitchField } from './fields.tsx'

/** Retention of conversations on the server and in the browsers of visitors. */
export function Keeping(draft: AgentDraft) {
  return (
    <SettingSection title={t('Keeping conversations')}>
      <SwitchField draft={draft} name="recordChatHistory" />
      <NumberField draft={draft} name="retentionDays" />
      <SwitchField draft={draft} name="chatForget" />
    </SettingSection>
  )
}
