import { Input, NumberInput, SimpleGrid, Slider, Text } from '@mantine/core'
import { locale, t } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import { ModelField } from '../../shell/agent/model-field.tsx'
import { fieldText, labelAndHelp, numberAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { temperatureMarks } from './temperature.ts'

const inTenths = (value: number) =>
  value.toLocaleString(locale ?? 'en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What the language writes between thousands. */
const thousandSeparator = () =>
  new Intl.NumberFormat(locale ?? 'en').formatToParts(123_456).find(({ type }) => type === 'group')?.value ??
  ''

export function ModelSettings({ agent, edit }: AgentDraft) {
  const longest = fieldText('vg_maxTokens').limits
  const { label, limits } = fieldText('vg_temperature')
  const { min = 0, max = 2 } = limits
  const temperature = numberAt(agent, 'vg_temperature') ?? min
  return (
    <Section title={t('Model')} explanation={t('The model that writes replies, and how creative it is.')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <ModelField
          {...labelAndHelp('vg_defaultModel', t)}
          maxLength={fieldText('vg_defaultModel').limits.maxLength}
          value={agent.vg_defaultModel ?? ''}
          onChange={(vg_defaultModel) => edit({ vg_defaultModel })}
        />
        <NumberInput
          {...labelAndHelp('vg_maxTokens', t)}
          min={longest.min}
          max={longest.max}
          allowDecimal={false}
          thousandSeparator={thousandSeparator()}
          decimalSeparator={thousandSeparator() === '.' ? ',' : '.'}
          value={numberAt(agent, 'vg_maxTokens') ?? ''}
          onChange={(value) => typeof value === 'number' && edit({ vg_maxTokens: value })}
        />
      </SimpleGrid>
      <Input.Wrapper {...labelAndHelp('vg_temperature', t)} labelElement="div">
        <Slider
          mt="xs"
          mb="lg"
          mx="md"
          min={min}
          max={max}
          step={0.1}
          value={temperature}
          marks={temperatureMarks.map((mark) => ({ ...mark, label: t(mark.label) }))}
          label={inTenths}
          thumbLabel={t(label)}
          onChange={(value) => edit({ vg_temperature: Math.round(value * 10) / 10 })}
        />
        <Text size="xs" c="dimmed" className="tabular">
          {t('Now {number}', { number: inTenths(temperature) })}
        </Text>
      </Input.Wrapper>
    </Section>
  )
}
