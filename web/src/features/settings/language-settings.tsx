import { Select } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** Languages that the widget speaks itself; replies come in the visitor's language wherever the model knows it. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'ja', 'zh']

export function LanguageSettings({ agent, edit }: AgentDraft) {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const choices = languages.map((lang) => ({ value: lang, label: names.of(lang) ?? lang }))
  return (
    <Section
      title="Language"
      explanation="The language of the widget's own words, such as its buttons and notices."
    >
      <Select
        label="Language"
        maw={360}
        searchable
        allowDeselect={false}
        data={[{ value: 'automatic', label: "Automatic: the visitor's browser language" }, ...choices]}
        value={agent.lang ?? 'en'}
        onChange={(lang) => lang && edit({ lang })}
      />
    </Section>
  )
}
