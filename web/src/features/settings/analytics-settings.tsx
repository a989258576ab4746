import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { SwitchField } from './fields.tsx'

export function AnalyticsSettings(draft: AgentDraft) {
  return (
    <Section title="Countries" explanation="What is noted of where visitors are.">
      <SwitchField draft={draft} name="enableGeoAnalytics" />
    </Section>
  )
}
