import { NativeSelect, NumberInput, SimpleGrid, Slider, Stack, Text } from '@mantine/core'
import { variablesOf } from '@parley/contracts/agent/flow-variables.ts'
import { t, translated } from '../../design/language.ts'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { inHundredths } from '../../design/words/number-format.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { ModelField } from '../../shell/agent/model-field.tsx'
import { PromptField } from '../../shell/library/prompt-field.tsx'
import { fieldText, labelAndHelp, numberAt } from '../../store/agent-fields.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { searchMethods } from './knowledge-words.ts'

/** How an agent retrieves and phrases its knowledge. Like all settings, they take effect when published. */
export function RetrievalSettings(props: { place: AgentPlace; onClose: () => void }) {
  const { agent, edit } = useAgentDraft(props.place)
  const llm = agent.vg_kb_llm ?? {}
  const put = (given: Partial<typeof llm>) => edit({ vg_kb_llm: { ...llm, ...given } })
  const { label, description } = labelAndHelp('ifKnowsThreshold', t)
  const threshold = numberAt(agent, 'ifKnowsThreshold') ?? 0
  return (
    <FramedDrawer onClose={props.onClose} title={t('How the agent uses its knowledge')}>
      <Stack gap="lg">
        <Text c="dimmed">{t('Applies to this agent once you publish.')}</Text>
        <div>
          <Text fw={500} size="sm">
            {label}
          </Text>
          <Text size="xs" c="dimmed">
            {description}
          </Text>
          <Slider
            mt="xs"
            min={0}
            max={1}
            step={0.05}
            value={threshold}
            label={inHundredths}
            thumbLabel={label}
            onChange={(value) => edit({ ifKnowsThreshold: Math.round(value * 100) / 100 })}
          />
          <Text size="xs" c="dimmed" mt={4} className="tabular">
            {t('Now {value}', { value: inHundredths(threshold) })}
          </Text>
        </div>
        <NumberInput
          {...labelAndHelp('vg_kbTopChunks', t)}
          styles={{ wrapper: { maxWidth: 180 } }}
          {...fieldText('vg_kbTopChunks').limits}
          allowDecimal={false}
          value={numberAt(agent, 'vg_kbTopChunks') ?? ''}
          onChange={(value) => typeof value === 'number' && edit({ vg_kbTopChunks: value })}
        />
        <NativeSelect
          {...labelAndHelp('vg_kb_llm.searchMethod', t)}
          data={translated(searchMethods)}
          value={llm.searchMethod ?? 'smart'}
          onChange={(event) =>
            put({
              searchMethod: searchMethods.find(({ value }) => value === event.currentTarget.value)?.value,
            })
          }
        />
        <PromptField
          {...labelAndHelp('vg_kb_llm.searchPrompt', t)}
          maxLength={fieldText('vg_kb_llm.searchPrompt').limits.maxLength ?? Number.POSITIVE_INFINITY}
          variables={variablesOf(agent.nodes ?? [])}
          whole="this prompt"
          value={llm.searchPrompt ?? ''}
          onChange={(searchPrompt) => put({ searchPrompt: searchPrompt || undefined })}
        />
        <ModelField
          {...labelAndHelp('vg_kb_llm.modelId', t)}
          placeholder={agent.vg_defaultModel ?? t('The agent’s model')}
          maxLength={fieldText('vg_kb_llm.modelId').limits.maxLength}
          value={llm.modelId ?? ''}
          onChange={(modelId) => put({ modelId: modelId || undefined })}
        />
        <SimpleGrid cols={2} spacing="md">
          <NumberInput
            {...labelAndHelp('vg_kb_llm.temperature', t)}
            {...fieldText('vg_kb_llm.temperature').limits}
            step={0.1}
            decimalScale={1}
            placeholder={String(numberAt(agent, 'vg_temperature'))}
            value={llm.temperature ?? ''}
            onChange={(value) => put({ temperature: typeof value === 'number' ? value : undefined })}
          />
          <NumberInput
            {...labelAndHelp('vg_kb_llm.maxTokens', t)}
            {...fieldText('vg_kb_llm.maxTokens').limits}
            allowDecimal={false}
            placeholder={t('{count} tokens', { count: numberAt(agent, 'vg_maxTokens') ?? 0 })}
            value={llm.maxTokens ?? ''}
            onChange={(value) => put({ maxTokens: typeof value === 'number' ? value : undefined })}
          />
        </SimpleGrid>
      </Stack>
    </FramedDrawer>
  )
}
