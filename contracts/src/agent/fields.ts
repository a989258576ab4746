/**
 * The fields of an agent's document, with the names and defaults of the specification (part 1 §3, part 2 §3): one entry
 * for each. The README says under 'To add a setting' what follows from an entry.
 */
import { behaviourFields } from './fields/behaviour.ts'
import { coreFields } from './fields/core.ts'
import { greetingFields } from './fields/greeting.ts'
import { handoffFields } from './fields/handoff.ts'
import { identityFields } from './fields/identity.ts'
import { integrationFields } from './fields/integrations.ts'
import { knowledgeFields } from './fields/knowledge.ts'
import { languageFields } from './fields/language.ts'
import { looksFields } from './fields/looks.ts'
import { modelFields } from './fields/model.ts'
import { securityFields } from './fields/security.ts'
import { technicalFields } from './fields/technical.ts'

export const agentFields = {
  ...identityFields,
  ...coreFields,
  ...looksFields,
  ...greetingFields,
  ...behaviourFields,
  ...languageFields,
  ...securityFields,
  ...handoffFields,
  ...technicalFields,
  ...modelFields,
  ...knowledgeFields,
  ...integrationFields,
}
export type AgentFields = typeof agentFields

/** The fields that are groups of fields. */
export const agentGroups = Object.entries(agentFields).flatMap(([name, field]) =>
  'fields' in field ? [name] : [],
)
