/** The three-way merge of drafts (`contracts`), with the groups of the agent's fields. */
import groups from 'virtual:parley-agent-groups'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import * as merge from '@parley/contracts/agent/draft-merge.ts'

export {
  type Choice,
  type Draft,
  type DraftConflict,
  mergeFlow,
} from '@parley/contracts/agent/draft-merge.ts'

type Choices = (path: string) => merge.Choice | undefined

/** Merges a draft with the published document; `choices` decide conflicts by their `path`. */
export function mergeDraft(
  draft: merge.Draft,
  server: AgentDocument,
  choices: Choices = () => undefined,
): merge.MergedDraft {
  return merge.mergeDraft(draft, server, choices, groups)
}
