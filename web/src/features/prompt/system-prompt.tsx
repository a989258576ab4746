import { Text, Textarea } from '@mantine/core'
import { count } from '../../design/moment.tsx'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

const longest = 60_000

export function SystemPrompt({ agent, edit }: AgentDraft) {
  const prompt = agent.vg_systemPrompt ?? ''
  return (
    <Section
      title="System prompt"
      explanation="Instructions that the model follows in every reply. State facts here that the agent may always use."
    >
      <div>
        <Textarea
          aria-label="System prompt"
          value={prompt}
          maxLength={longest}
          onChange={(event) => edit({ vg_systemPrompt: event.currentTarget.value })}
          autosize
          minRows={6}
          maxRows={20}
          placeholder="You are the friendly assistant of …"
        />
        <Text size="xs" c="dimmed" ta="right" mt={4} className="tabular">
          {count(prompt.length)} / {count(longest)}
        </Text>
      </div>
    </Section>
  )
}
