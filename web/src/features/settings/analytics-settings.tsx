import { Switch } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

export function AnalyticsSettings({ agent, edit }: AgentDraft) {
  return (
    <Section title="Countries" explanation="What is noted of where visitors are.">
      <Switch
        label="Geo analytics"
        description="Notes each visitor's country, told by a proxy in front or by the browser's time zone. No address and no place within the country is kept; without this, nothing is noted."
        checked={agent.enableGeoAnalytics ?? false}
        onChange={(event) => edit({ enableGeoAnalytics: event.currentTarget.checked })}
      />
    </Section>
  )
}
