import { Input, NumberInput, SimpleGrid, Slider, Text } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { ModelField } from '../../shell/model-field.tsx'
import { fieldText, labelAndHelp, numberAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

const temperatureMarks = [
  { value: 0, label: 'Precise' },
  { value: 1, label: 'Balanced' },
  { value: 2, label: 'Creative' },
]

export function ModelSettings({ agent, edit }: AgentDraft) {
  const longest = fieldText('vg_maxTokens').limits
  const { label, limits } = fieldText('vg_temperature')
  const { min = 0, max = 2 } = limits
  const temperature = numberAt(agent, 'vg_temperature') ?? min
  return (
    <Section title="Model" explanation="The model that writes replies, and how creative it is.">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <ModelField
          {...labelAndHelp('vg_defaultModel')}
          maxLength={fieldText('vg_defaultModel').limits.maxLength}
          value={agent.vg_defaultModel ?? ''}
          onChange={(vg_defaultModel) => edit({ vg_defaultModel })}
        />
        <NumberInput
          {...labelAndHelp('vg_maxTokens')}
          min={longest.min}
          max={longest.max}
          allowDecimal={false}
          thousandSeparator=","
          value={numberAt(agent, 'vg_maxTokens') ?? ''}
          onChange={(value) => typeof value === 'number' && edit({ vg_maxTokens: value })}
        />
      </SimpleGrid>
      <Input.Wrapper {...labelAndHelp('vg_temperature')} labelElement="div">
        <Slider
          mt="xs"
          mb="lg"
          mx="md"
          min={min}
          max={max}
          step={0.1}
          value={temperature}
          marks={temperatureMarks}
          label={(value) => value.toFixed(1)}
          thumbLabel={label}
          onChange={(value) => edit({ vg_temperature: Math.round(value * 10) / 10 })}
        />
        <Text size="xs" c="dimmed" className="tabular">
          Now {temperature.toFixed(1)}
        </Text>
      </Input.Wrapper>
    </Section>
  )
}
