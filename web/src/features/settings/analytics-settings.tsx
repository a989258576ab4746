import { t } from '../../design/language.ts'
import { SettingSection } from '../../design/setting-row.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { SwitchField } from './fields.tsx'

export function AnalyticsSettings(draft: AgentDraft) {
  return (
    <SettingSection title={t('Countries')} explanation={t('What is recorded about visitors’ locations.')}>
      <SwitchField draft={draft} name="enableGeoAnalytics" />
    </SettingSection>
  )
}
