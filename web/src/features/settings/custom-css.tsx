import { Textarea } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** Styles of the agent's own, for the inside of the chat alone (part 1 §2: 500 px high, 13 px). */
export function CustomCss({ agent, edit }: AgentDraft) {
  return (
    <Section
      title="Custom CSS"
      explanation="Applies inside the chat, never to the page around it, once published. Addresses of other sites are not fetched."
    >
      <Textarea
        aria-label="Custom CSS"
        placeholder={'.header {\n  border-radius: 0;\n}'}
        maxLength={50_000}
        spellCheck={false}
        autoCapitalize="off"
        value={agent.ADVANCED_customCSS ?? ''}
        onChange={(event) => edit({ ADVANCED_customCSS: event.currentTarget.value })}
        styles={{
          input: { height: 500, fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 },
        }}
      />
    </Section>
  )
}
