import { Input, NumberInput, Slider, Stack, Text } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { problemsOf } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, TextField } from './fields.tsx'

const defaultChunkSize = 2424
/** The default of the server. */
const defaultThreshold = 0.5

export function TechnicalSettings(draft: AgentDraft) {
  const { agent, edit } = draft
  const threshold = agent.ifKnowsThreshold ?? defaultThreshold
  return (
    <Stack gap="md">
      <Section
        title="Limits"
        explanation="Stop an agent before it costs more than you want, and keep it going when a model fails."
      >
        <NumberField
          draft={draft}
          name="maxTokensUsage"
          label="Usage limit"
          description="Tokens the agent may use in a calendar month; 0 for no limit"
          max={1_000_000_000}
        />
        <NumberField
          draft={draft}
          name="monthlyCreditsLimit"
          label="Monthly limit"
          description="Credits the agent may use in a calendar month; 0 for no limit"
          max={1_000_000_000}
          decimals={2}
        />
        <NumberField
          draft={draft}
          name="messagesLimit"
          label="Messages in a conversation"
          description="Messages of one visitor that are answered; 0 for no limit"
          max={100_000}
        />
        <TextField
          draft={draft}
          name="vg_fallbackModel"
          label="Second model"
          description="Asked when the first fails for good"
          maxLength={100}
          short
        />
      </Section>
      <Section title="Knowledge" explanation="How sources are cut up and found again.">
        <NumberInput
          label="Max chunk size"
          description="Characters of one passage; applies to sources added from now on"
          maw={360}
          max={20_000}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={agent.vgOptions?.maxChunkSize ?? defaultChunkSize}
          error={problemsOf(agent).maxChunkSize}
          onChange={(value) =>
            typeof value === 'number' && edit({ vgOptions: { ...agent.vgOptions, maxChunkSize: value } })
          }
        />
        <NumberInput
          label="Retrieved passages"
          description="How many passages of the knowledge a reply may draw on"
          maw={360}
          min={1}
          max={20}
          allowDecimal={false}
          value={agent.vg_kbTopChunks ?? 5}
          onChange={(value) => typeof value === 'number' && edit({ vg_kbTopChunks: value })}
        />
        <Input.Wrapper
          label="Knowledge threshold"
          description="Below this match the agent says that it does not know. Higher is more careful."
          labelElement="div"
          maw={360}
        >
          <Slider
            mt="xs"
            min={0}
            max={1}
            step={0.05}
            value={threshold}
            label={(value) => value.toFixed(2)}
            thumbLabel="Knowledge threshold"
            onChange={(value) => edit({ ifKnowsThreshold: Math.round(value * 100) / 100 })}
          />
          <Text size="xs" c="dimmed" mt="xs" className="tabular">
            Now {threshold.toFixed(2)}
          </Text>
        </Input.Wrapper>
      </Section>
    </Stack>
  )
}
