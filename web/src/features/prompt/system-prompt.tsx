import { Text, Textarea } from '@mantine/core'
import { count } from '../../design/moment.tsx'
import { Section } from '../../design/page.tsx'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

export function SystemPrompt({ agent, edit }: AgentDraft) {
  const { label, help, limits } = fieldText('vg_systemPrompt')
  const prompt = agent.vg_systemPrompt ?? ''
  return (
    <Section title={label} explanation={help}>
      <div>
        <Textarea
          aria-label={label}
          value={prompt}
          maxLength={limits.maxLength}
          onChange={(event) => edit({ vg_systemPrompt: event.currentTarget.value })}
          autosize
          minRows={6}
          maxRows={20}
          placeholder="You are the friendly assistant of …"
        />
        <Text size="xs" c="dimmed" ta="right" mt={4} className="tabular">
          {count(prompt.length)} / {count(limits.maxLength ?? 0)}
        </Text>
      </div>
    </Section>
  )
}
