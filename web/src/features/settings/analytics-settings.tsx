import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { SwitchField } from './fields.tsx'

export function AnalyticsSettings(draft: AgentDraft) {
  return (
    <SettingSection title={t('Countries')} explanation={t('What is recorded about visitors’ locations.')}>
      <SwitchField draft={draft} name="enableGeoAnalytics" />
    </SettingSection>
  )
}
