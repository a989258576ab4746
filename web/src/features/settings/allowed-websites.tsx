import { TagsInput } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { problemsOf } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** The websites that may embed the agent. */
export function AllowedWebsites({ agent, edit }: AgentDraft) {
  return (
    <Section
      title="Allowed websites"
      explanation="Empty, any page may show the agent. With an entry, every other page is refused, and so is whoever doesn't say where they come from."
    >
      <TagsInput
        label="Websites"
        description="Like https://shop.example, or https://*.shop.example for all its subdomains. Press Enter after each."
        placeholder="https://"
        maxTags={100}
        clearable
        value={agent.allowedOrigins ?? []}
        error={problemsOf(agent).allowedOrigins}
        onChange={(allowedOrigins) => edit({ allowedOrigins })}
      />
    </Section>
  )
}
