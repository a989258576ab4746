/**
 * The agent's document, as the table of its fields declares it. Secrets are marked and sealed in events and documents.
 */
import type { z } from 'zod'
import { documentSchemaOf, publicSchemaOf } from './field-schemas.ts'
import { agentFields } from './fields.ts'
import { refusalOfNotOffered } from './not-offered.ts'

export const agentDocumentSchema = documentSchemaOf(agentFields, refusalOfNotOffered)

/** A whole or partial agent document. Absent fields are unchanged on saving. */
export type AgentDocument = z.infer<typeof agentDocumentSchema>

/** The only fields of an agent that the widget gets (part 1 §3, 'Public agent data'). */
export const publicAgentSchema = publicSchemaOf(agentFields)
export type PublicAgent = z.infer<typeof publicAgentSchema>
