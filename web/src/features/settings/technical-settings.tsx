import { Stack } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SliderField, TextField } from './fields.tsx'

export function TechnicalSettings(draft: AgentDraft) {
  return (
    <Stack gap="md">
      <Section
        title="Limits"
        explanation="Stop an agent before it costs more than you want, and keep it going when a model fails."
      >
        <NumberField draft={draft} name="maxTokensUsage" max={1_000_000_000} />
        <NumberField draft={draft} name="monthlyCreditsLimit" max={1_000_000_000} decimals={2} />
        <NumberField draft={draft} name="messagesLimit" max={100_000} />
        <TextField draft={draft} name="vg_fallbackModel" short />
      </Section>
      <Section title="Knowledge" explanation="How sources are cut up and found again.">
        <NumberField draft={draft} name="vgOptions.maxChunkSize" />
        <NumberField draft={draft} name="vg_kbTopChunks" />
        <SliderField draft={draft} name="ifKnowsThreshold" step={0.05} />
      </Section>
    </Stack>
  )
}
