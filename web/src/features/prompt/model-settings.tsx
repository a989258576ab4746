import { Autocomplete, Input, NumberInput, SimpleGrid, Slider, Text } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { suggestedModels } from './suggested-models.ts'

const temperatureMarks = [
  { value: 0, label: 'Exact' },
  { value: 1, label: 'Lively' },
  { value: 2, label: 'Wild' },
]

export function ModelSettings({ agent, edit }: AgentDraft) {
  const temperature = agent.vg_temperature ?? 0.5
  return (
    <Section title="Model" explanation="Which model writes the replies, and how freely.">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Autocomplete
          label="Model"
          description="Choose one, or type the name of another"
          data={suggestedModels}
          maxLength={100}
          value={agent.vg_defaultModel ?? ''}
          onChange={(vg_defaultModel) => edit({ vg_defaultModel })}
        />
        <NumberInput
          label="Longest reply"
          description="In tokens; a token is about ¾ of a word"
          min={1}
          max={128_000}
          allowDecimal={false}
          thousandSeparator=","
          value={agent.vg_maxTokens ?? 1024}
          onChange={(value) => typeof value === 'number' && edit({ vg_maxTokens: value })}
        />
      </SimpleGrid>
      <Input.Wrapper
        label="Temperature"
        description="Low keeps replies to the point and alike; high makes them more varied."
        labelElement="div"
      >
        <Slider
          mt="xs"
          mb="lg"
          mx="md"
          min={0}
          max={2}
          step={0.1}
          value={temperature}
          marks={temperatureMarks}
          label={(value) => value.toFixed(1)}
          thumbLabel="Temperature"
          onChange={(value) => edit({ vg_temperature: Math.round(value * 10) / 10 })}
        />
        <Text size="xs" c="dimmed" className="tabular">
          Now {temperature.toFixed(1)}
        </Text>
      </Input.Wrapper>
    </Section>
  )
}
