import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { ModelField } from '../../shell/agent/model-field.tsx'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow, NumberField, SliderField } from './fields.tsx'

export function TechnicalSettings(draft: AgentDraft) {
  return (
    <>
      <SettingSection
        title={t('Limits')}
        explanation={t('Cap what an agent can cost, and keep it running when a model fails.')}
      >
        <NumberField draft={draft} name="maxTokensUsage" max={1_000_000_000} />
        <NumberField draft={draft} name="monthlyCreditsLimit" max={1_000_000_000} decimals={2} />
        <NumberField draft={draft} name="messagesLimit" max={100_000} />
        <FieldRow name="vg_fallbackModel">
          <ModelField
            aria-label={t(fieldText('vg_fallbackModel').label)}
            maxLength={fieldText('vg_fallbackModel').limits.maxLength}
            value={draft.agent.vg_fallbackModel ?? ''}
            onChange={(vg_fallbackModel) => draft.edit({ vg_fallbackModel })}
          />
        </FieldRow>
      </SettingSection>
      <SettingSection title={t('Knowledge')} explanation={t('How sources are split and searched.')}>
        <NumberField draft={draft} name="vgOptions.maxChunkSize" />
        <NumberField draft={draft} name="vg_kbTopChunks" />
        <SliderField draft={draft} name="ifKnowsThreshold" step={0.05} />
      </SettingSection>
    </>
  )
}
