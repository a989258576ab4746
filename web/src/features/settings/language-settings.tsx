import { languages } from '@parley/contracts/languages.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { SettingSection, SettingsWhile } from '../../design/setting-row.tsx'
import { client } from '../../server/client.ts'
import { fieldText, textAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { SelectField, SwitchField } from './fields.tsx'

const byBrowser = 'automatic'

export function LanguageSettings(draft: AgentDraft) {
  const { agent, edit } = draft
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const choices = languages.map((lang) => ({ value: lang, label: names.of(lang) ?? lang }))
  return (
    <>
      <SettingSection
        title="Language"
        explanation="The language of the widget’s own text, such as buttons and notices."
      >
        <SelectField
          name="lang"
          searchable
          data={[{ value: byBrowser, label: "Automatic: the visitor's browser language" }, ...choices]}
          value={textAt(agent, 'lang')}
          onChange={(lang) => edit({ lang })}
        />
      </SettingSection>
      <TranslationSettings {...draft} />
    </>
  )
}

const languagesQuery = queryOptions({
  queryKey: ['translation-languages'],
  queryFn: ({ signal }) =>
    client.call('public.translationLanguages', { params: { region: 'na' } }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

function TranslationSettings(draft: AgentDraft) {
  const { agent, edit } = draft
  const on = agent.enableAITranslate ?? false
  const found = useQuery({ ...languagesQuery, enabled: on })
  const choices = (found.data?.languages ?? []).map(({ language, name }) => ({
    value: language,
    label: name,
  }))
  const chosen = agent.AITranslateTo || byBrowser
  return (
    <SettingSection
      title="Translation"
      explanation="A model translates first messages, flow messages, buttons and what your team writes, and answers in the language you choose. It uses credits; what the agent says is translated once."
    >
      <SwitchField draft={draft} name="enableAITranslate" />
      <SettingsWhile on={on} needs={fieldText('enableAITranslate').label}>
        <SelectField
          name="AITranslateTo"
          searchable
          error={found.isError ? 'The list of languages could not be loaded.' : undefined}
          data={[{ value: byBrowser, label: "Automatic: the visitor's browser language" }, ...choices]}
          value={chosen}
          onChange={(tag) => edit({ AITranslateTo: tag === byBrowser ? '' : tag })}
        />
        <SwitchField draft={draft} name="translateUserResponse" />
      </SettingsWhile>
    </SettingSection>
  )
}
