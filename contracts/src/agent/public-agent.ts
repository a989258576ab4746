/** The fields of an agent that the widget gets (part 1 §3, 'Public agent data'), with defaults. */
import type { AgentDocument, PublicAgent } from './document.ts'
import { publicValuesOf } from './field-values.ts'
import { agentFields } from './fields.ts'

/** Returns exactly the public fields of a document and no others. Its CSS is returned as its owner wrote it. */
export function publicAgentOf(document: AgentDocument): PublicAgent {
  return publicValuesOf(agentFields, document)
}
