import { TagsInput } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { fieldText, labelAndHelp } from '../../store/agent-fields.ts'
import { fieldProblem } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** The websites that may embed the agent. */
export function AllowedWebsites({ agent, edit }: AgentDraft) {
  return (
    <Section
      title="Allowed websites"
      explanation="Empty, any page may show the agent. With an entry, every other page is refused, and so is whoever doesn't say where they come from."
    >
      <TagsInput
        {...labelAndHelp('allowedOrigins')}
        placeholder="https://"
        maxTags={fieldText('allowedOrigins').limits.maxItems}
        clearable
        value={agent.allowedOrigins ?? []}
        error={fieldProblem(agent, 'allowedOrigins')}
        onChange={(allowedOrigins) => edit({ allowedOrigins })}
      />
    </Section>
  )
}
