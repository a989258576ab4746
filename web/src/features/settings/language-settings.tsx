import { Select, Stack, Switch } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Section } from '../../design/page.tsx'
import { client } from '../../server/client.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** Languages of the widget's own interface. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'ja', 'zh']
const byBrowser = 'automatic'

export function LanguageSettings({ agent, edit }: AgentDraft) {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const choices = languages.map((lang) => ({ value: lang, label: names.of(lang) ?? lang }))
  return (
    <Stack gap="lg">
      <Section
        title="Language"
        explanation="The language of the widget's own words, such as its buttons and notices."
      >
        <Select
          label="Language"
          maw={360}
          searchable
          allowDeselect={false}
          data={[{ value: byBrowser, label: "Automatic: the visitor's browser language" }, ...choices]}
          value={agent.lang ?? 'en'}
          onChange={(lang) => lang && edit({ lang })}
        />
      </Section>
      <TranslationSettings agent={agent} edit={edit} />
    </Stack>
  )
}

const languagesQuery = queryOptions({
  queryKey: ['translation-languages'],
  queryFn: ({ signal }) =>
    client.call('public.translationLanguages', { params: { region: 'na' } }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

function TranslationSettings({ agent, edit }: Pick<AgentDraft, 'agent' | 'edit'>) {
  const on = agent.enableAITranslate ?? false
  const found = useQuery({ ...languagesQuery, enabled: on })
  const choices = (found.data?.languages ?? []).map(({ language, name }) => ({
    value: language,
    label: name,
  }))
  const chosen = agent.AITranslateTo || byBrowser
  return (
    <Section
      title="Translation"
      explanation="A model translates first messages, flow messages, buttons and what your team writes, and answers in the language you choose. It uses credits; what the agent says is translated once."
    >
      <Stack gap="md" align="flex-start">
        <Switch
          label="Translate what the agent says"
          checked={on}
          onChange={(event) => edit({ enableAITranslate: event.currentTarget.checked })}
        />
        {on && (
          <>
            <Select
              label="Translate to"
              w={360}
              maw="100%"
              searchable
              allowDeselect={false}
              error={found.isError ? 'The list of languages could not be loaded.' : undefined}
              data={[{ value: byBrowser, label: "Automatic: the visitor's browser language" }, ...choices]}
              value={chosen}
              onChange={(tag) => tag && edit({ AITranslateTo: tag === byBrowser ? '' : tag })}
            />
            <Switch
              label="Translate what visitors write"
              description="Flows, knowledge, tools and your team get it in the agent's own language, beside the visitor's words."
              checked={agent.translateUserResponse ?? false}
              onChange={(event) => edit({ translateUserResponse: event.currentTarget.checked })}
            />
          </>
        )}
      </Stack>
    </Section>
  )
}
