import { Stack } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { ModelField } from '../../shell/model-field.tsx'
import { fieldText, labelAndHelp } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SliderField } from './fields.tsx'

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
        <ModelField
          {...labelAndHelp('vg_fallbackModel')}
          maw={360}
          maxLength={fieldText('vg_fallbackModel').limits.maxLength}
          value={draft.agent.vg_fallbackModel ?? ''}
          onChange={(vg_fallbackModel) => draft.edit({ vg_fallbackModel })}
        />
      </Section>
      <Section title="Knowledge" explanation="How sources are cut up and found again.">
        <NumberField draft={draft} name="vgOptions.maxChunkSize" />
        <NumberField draft={draft} name="vg_kbTopChunks" />
        <SliderField draft={draft} name="ifKnowsThreshold" step={0.05} />
      </Section>
    </Stack>
  )
}
