import { NativeSelect, NumberInput, SimpleGrid, Slider, Stack, Text, Textarea } from '@mantine/core'
import { FramedDrawer } from '../../design/framed-drawer.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { ModelField } from '../../shell/model-field.tsx'
import { fieldText, labelAndHelp, numberAt } from '../../store/agent-fields.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'

const methods = [
  { value: 'smart', label: 'Smart: considers the conversation so far' },
  { value: 'simple', label: 'Simple: uses the question as asked' },
] as const

/** How an agent retrieves and phrases its knowledge. Like all settings, they take effect when published. */
export function RetrievalSettings(props: { place: AgentPlace; onClose: () => void }) {
  const { agent, edit } = useAgentDraft(props.place)
  const llm = agent.vg_kb_llm ?? {}
  const put = (given: Partial<typeof llm>) => edit({ vg_kb_llm: { ...llm, ...given } })
  const threshold = numberAt(agent, 'ifKnowsThreshold') ?? 0
  return (
    <FramedDrawer onClose={props.onClose} title="How the agent uses its knowledge">
      <Stack gap="lg">
        <Text c="dimmed">Applies to this agent once you publish.</Text>
        <div>
          <Text fw={500} size="sm">
            {fieldText('ifKnowsThreshold').label}
          </Text>
          <Text size="xs" c="dimmed">
            {fieldText('ifKnowsThreshold').help}
          </Text>
          <Slider
            mt="xs"
            min={0}
            max={1}
            step={0.05}
            value={threshold}
            label={(value) => value.toFixed(2)}
            thumbLabel={fieldText('ifKnowsThreshold').label}
            onChange={(value) => edit({ ifKnowsThreshold: Math.round(value * 100) / 100 })}
          />
          <Text size="xs" c="dimmed" mt={4} className="tabular">
            Now {threshold.toFixed(2)}
          </Text>
        </div>
        <NumberInput
          {...labelAndHelp('vg_kbTopChunks')}
          styles={{ wrapper: { maxWidth: 180 } }}
          {...fieldText('vg_kbTopChunks').limits}
          allowDecimal={false}
          value={numberAt(agent, 'vg_kbTopChunks') ?? ''}
          onChange={(value) => typeof value === 'number' && edit({ vg_kbTopChunks: value })}
        />
        <NativeSelect
          {...labelAndHelp('vg_kb_llm.searchMethod')}
          data={[...methods]}
          value={llm.searchMethod ?? 'smart'}
          onChange={(event) =>
            put({ searchMethod: methods.find(({ value }) => value === event.currentTarget.value)?.value })
          }
        />
        <Textarea
          {...labelAndHelp('vg_kb_llm.searchPrompt')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={fieldText('vg_kb_llm.searchPrompt').limits.maxLength}
          value={llm.searchPrompt ?? ''}
          onChange={(event) => put({ searchPrompt: event.currentTarget.value || undefined })}
        />
        <ModelField
          {...labelAndHelp('vg_kb_llm.modelId')}
          placeholder={agent.vg_defaultModel ?? 'The agent’s model'}
          maxLength={fieldText('vg_kb_llm.modelId').limits.maxLength}
          value={llm.modelId ?? ''}
          onChange={(modelId) => put({ modelId: modelId || undefined })}
        />
        <SimpleGrid cols={2} spacing="md">
          <NumberInput
            {...labelAndHelp('vg_kb_llm.temperature')}
            {...fieldText('vg_kb_llm.temperature').limits}
            step={0.1}
            decimalScale={1}
            placeholder={String(numberAt(agent, 'vg_temperature'))}
            value={llm.temperature ?? ''}
            onChange={(value) => put({ temperature: typeof value === 'number' ? value : undefined })}
          />
          <NumberInput
            {...labelAndHelp('vg_kb_llm.maxTokens')}
            {...fieldText('vg_kb_llm.maxTokens').limits}
            allowDecimal={false}
            placeholder={`${numberAt(agent, 'vg_maxTokens')} tokens`}
            value={llm.maxTokens ?? ''}
            onChange={(value) => put({ maxTokens: typeof value === 'number' ? value : undefined })}
          />
        </SimpleGrid>
      </Stack>
    </FramedDrawer>
  )
}
