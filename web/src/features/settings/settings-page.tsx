import { ScrollArea, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef } from 'react'
import { Page } from '../../design/page.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { type AgentDraft, useAgentDraft } from '../../store/use-agent-draft.ts'
import { AdvancedSettings } from './advanced-settings.tsx'
import { AnalyticsSettings } from './analytics-settings.tsx'
import { CoreSettings } from './core-settings.tsx'
import { HandoffSettings } from './handoff-settings.tsx'
import { IntegrationSettings } from './integration-settings.tsx'
import { LanguageSettings } from './language-settings.tsx'
import { type SettingsTab, settingsTabs } from './search.ts'
import { SecuritySettings } from './security-settings.tsx'
import { TechnicalSettings } from './technical-settings.tsx'
import { UiSettings } from './ui-settings.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/settings')

const tabs: Record<
  Exclude<SettingsTab, 'notifications'>,
  { label: string; Content: ComponentType<AgentDraft> }
> = {
  core: { label: 'Core', Content: CoreSettings },
  ui: { label: 'UI', Content: UiSettings },
  language: { label: 'Language', Content: LanguageSettings },
  security: { label: 'Security', Content: SecuritySettings },
  handoff: { label: 'Handoff', Content: HandoffSettings },
  technical: { label: 'Technical', Content: TechnicalSettings },
  analytics: { label: 'Analytics', Content: AnalyticsSettings },
  integrations: { label: 'Integrations', Content: IntegrationSettings },
  advanced: { label: 'Advanced', Content: AdvancedSettings },
}

/** `notifications`: content of the notifications tab. */
export function SettingsPage({ notifications }: { notifications: ComponentType }) {
  const draft = useAgentDraft(useAgentPlace())
  const { tab = 'core' } = route.useSearch()
  const navigate = route.useNavigate()
  const all = { ...tabs, notifications: { label: 'Notifications', Content: notifications } }
  const { Content } = all[tab]
  const list = useRef<HTMLDivElement>(null)
  // On phones the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the selected tab
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  const open = (name: string | null) =>
    navigate({ search: (search) => ({ ...search, tab: settingsTabs.find((one) => one === name) }) })

  return (
    <Page title="Settings" purpose="Edits take effect for visitors when you publish.">
      <Tabs value={tab} onChange={open}>
        <ScrollArea type="never" mb="lg">
          <Tabs.List ref={list} style={{ flexWrap: 'nowrap' }}>
            {settingsTabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {all[name].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollArea>
        <Tabs.Panel value={tab}>
          <Content {...draft} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
