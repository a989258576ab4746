import { languages } from '@parley/contracts/languages.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { SettingSection, SettingsWhile } from '../../design/fields/setting-row.tsx'
import { locale, t } from '../../design/language.ts'
import { client } from '../../server/client.ts'
import { fieldText, textAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { SelectField, SwitchField } from './fields.tsx'

const byBrowser = 'automatic'
const automatic = () => ({ value: byBrowser, label: t("Automatic: the visitor's browser language") })

export function LanguageSettings(draft: AgentDraft) {
  const { agent, edit } = draft
  const names = new Intl.DisplayNames([locale ?? 'en'], { type: 'language' })
  const choices = languages.map((lang) => ({ value: lang, label: names.of(lang) ?? lang }))
  return (
    <>
      <SettingSection
        title={t('Language')}
        explanation={t('The language of the widget’s own text, such as buttons and notices.')}
      >
        <SelectField
          name="lang"
          searchable
          data={[automatic(), ...choices]}
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
  const names = locale === undefined ? undefined : new Intl.DisplayNames([locale], { type: 'language' })
  const choices = (found.data?.languages ?? []).map(({ language, name }) => ({
    value: language,
    label: names?.of(language) ?? name,
  }))
  const chosen = agent.AITranslateTo || byBrowser
  return (
    <SettingSection
      title={t('Translation')}
      explanation={t(
        'A model translates first messages, flow messages, buttons and what your team writes, and answers in the language you choose. It uses credits; what the agent says is translated once.',
      )}
    >
      <SwitchField draft={draft} name="enableAITranslate" />
      <SettingsWhile on={on} needs={t(fieldText('enableAITranslate').label)}>
        <SelectField
          name="AITranslateTo"
          searchable
          error={found.isError ? t('The list of languages could not be loaded.') : undefined}
          data={[automatic(), ...choices]}
          value={chosen}
          onChange={(tag) => edit({ AITranslateTo: tag === byBrowser ? '' : tag })}
        />
        <SwitchField draft={draft} name="translateUserResponse" />
      </SettingsWhile>
    </SettingSection>
  )
}
