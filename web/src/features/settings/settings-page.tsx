import { Button, CloseButton, Kbd, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsOff, IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { SettingsFilter } from '../../design/fields/setting-row.tsx'
import { t, tCount } from '../../design/language.ts'
import { EmptyList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { PreviewBeside } from '../../design/pages/preview-beside.tsx'
import { useSlash } from '../../design/use-slash.ts'
import { wordsOf } from '../../design/words/words.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace, useSession } from '../../shell/navigation/places.ts'
import { type AgentDraft, useAgentDraft } from '../../store/use-agent-draft.ts'
import { AdvancedSettings } from './advanced-settings.tsx'
import { AnalyticsSettings } from './analytics-settings.tsx'
import { CoreSettings } from './core-settings.tsx'
import { partPicked, usePicking } from './css/picking.ts'
import { GroupIndex } from './group-index.tsx'
import { HandoffSettings } from './handoff-settings.tsx'
import { IntegrationSettings } from './integration-settings.tsx'
import { LanguageSettings } from './language-settings.tsx'
import { type SettingsTab, settingsTabNames, settingsTabs } from './search.ts'
import { SecuritySettings } from './security-settings.tsx'
import styles from './settings.module.css'
import { TechnicalSettings } from './technical-settings.tsx'
import { UiSettings } from './ui-settings.tsx'
import { WidgetPreview } from './widget-preview.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/settings')

const contents: Record<Exclude<SettingsTab, 'notifications'>, ComponentType<AgentDraft>> = {
  core: CoreSettings,
  ui: UiSettings,
  language: LanguageSettings,
  security: SecuritySettings,
  handoff: HandoffSettings,
  technical: TechnicalSettings,
  analytics: AnalyticsSettings,
  integrations: IntegrationSettings,
  advanced: AdvancedSettings,
}
const nothingTyped: string[] = []

/** One group of settings, or what the filter finds in all of them. `notifications`: the content of that group. */
export function SettingsPage({ notifications }: { notifications: ComponentType }) {
  const draft = useAgentDraft(useAgentPlace())
  const may = useMay()
  const tabs = useSettingsTabs()
  const { tab: asked = 'core' } = route.useSearch()
  const tab = tabs.find((one) => one === asked) ?? 'core'
  const navigate = route.useNavigate()
  const { text, setText } = useFilterText()
  const filter = useDeferredValue(text)
  const typed = useMemo(() => (filter === '' ? nothingTyped : wordsOf(filter)), [filter])
  const filtered = typed.length > 0
  const picking = usePicking()
  const { found, onShown } = useFound()
  const all = { ...contents, notifications }
  const Content = all[tab]
  const total = Object.values(found).reduce((sum, one) => sum + one, 0)

  return (
    <Page wide title={t('Settings')} purpose={t('Edits take effect for visitors when you publish.')}>
      <div className={styles.layout}>
        <div className={styles.side}>
          <FilterField text={text} onType={setText} />
          <GroupIndex
            tabs={tabs}
            current={tab}
            found={filtered ? found : undefined}
            onChoose={(chosen) =>
              navigate({ search: (search) => ({ ...search, tab: chosen, q: undefined }) })
            }
          />
        </div>
        {filtered ? (
          <Stack gap="lg" className={styles.groups}>
            <Text role="status" c="dimmed">
              {tCount(total, '{count} setting for “{text}”', '{count} settings for “{text}”', {
                text: filter.trim(),
              })}
            </Text>
            {total === 0 && (
              <EmptyList
                icon={<IconAdjustmentsOff size={24} />}
                title={t('No setting found')}
                explanation={t('Try another word, such as colour, language or limit.')}
                action={
                  <Button variant="default" onClick={() => setText('')}>
                    {t('Clear the filter')}
                  </Button>
                }
              />
            )}
            {tabs.map((name) => {
              const Group = all[name]
              return (
                <SettingsFilter
                  key={name}
                  typed={typed}
                  onShown={onShown[name]}
                  words={`${t(settingsTabNames[name])} ${settingsTabNames[name]}`}
                >
                  <Stack gap="md" className={styles.found}>
                    <Title order={2}>{t(settingsTabNames[name])}</Title>
                    <Group {...draft} />
                  </Stack>
                </SettingsFilter>
              )
            })}
          </Stack>
        ) : (
          <div className={tab === 'ui' && may('agent.test') ? styles.withPreview : styles.groups}>
            <Stack gap="md">
              <Content {...draft} />
            </Stack>
            {tab === 'ui' && may('agent.test') && (
              <PreviewBeside asked={picking} onClose={() => partPicked(undefined)}>
                <WidgetPreview agent={draft.agent} />
              </PreviewBeside>
            )}
          </div>
        )}
      </div>
    </Page>
  )
}

/** A client has no notifications of the team, and no functions of the workspace. */
function useSettingsTabs(): readonly SettingsTab[] {
  const isClient = useSession().client !== undefined
  return isClient
    ? settingsTabs.filter((tab) => tab !== 'notifications' && tab !== 'integrations')
    : settingsTabs
}

/** What is typed to filter, which the address follows. */
function useFilterText() {
  const { q = '', tab } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(q)
  const written = useRef(q)
  const follow = useDebouncedCallback((typed: string) => {
    written.current = typed.trim()
    void navigate({
      search: (search) => ({ ...search, q: written.current || undefined }),
      replace: true,
      resetScroll: false,
    })
  }, 300)
  // The address changes by itself when a group is chosen, or on the way back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group ends the filter, even one not in the address yet
  useEffect(() => {
    if (q === written.current && q !== '') return
    follow.cancel()
    written.current = q
    setText(q)
  }, [q, tab])
  return {
    text,
    setText(typed: string) {
      setText(typed)
      follow(typed)
    },
  }
}

/** How many settings are shown of each group. */
function useFound() {
  const [found, setFound] = useState<Partial<Record<SettingsTab, number>>>({})
  const onShown = useMemo(() => {
    const add = (tab: SettingsTab, change: number) =>
      setFound((before) => ({ ...before, [tab]: (before[tab] ?? 0) + change }))
    const shown = (tab: SettingsTab) => () => {
      add(tab, 1)
      return () => add(tab, -1)
    }
    return Object.fromEntries(settingsTabs.map((tab) => [tab, shown(tab)]))
  }, [])
  return { found, onShown }
}

function FilterField({ text, onType }: { text: string; onType: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useSlash(() => field.current?.focus())
  return (
    <TextInput
      ref={field}
      type="search"
      role="searchbox"
      aria-label={t('Filter settings')}
      aria-keyshortcuts="/"
      placeholder={t('Filter settings')}
      maxLength={200}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={t('Clear the filter')}
            onClick={() => {
              onType('')
              field.current?.focus()
            }}
          />
        ) : (
          <Kbd size="xs" className={styles.slash}>
            /
          </Kbd>
        )
      }
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onType('')}
    />
  )
}
