/**
 * The agent's document, as the table of its fields declares it. Secrets are marked and sealed in events and documents.
 */
import type { z } from 'zod'
import { poweredBySchema } from '../agency/white-label-endpoints.ts'
import { documentSchemaOf, publicSchemaOf } from './field-schemas.ts'
import { agentFields } from './fields.ts'
import { refusalOfNotOffered } from './not-offered.ts'

export const agentDocumentSchema = documentSchemaOf(agentFields, refusalOfNotOffered)

/** A whole or partial agent document. Absent fields are unchanged on saving. */
export type AgentDocument = z.infer<typeof agentDocumentSchema>

/** The only fields of an agent that the widget gets (part 1 §3, 'Public agent data'). */
export const publicAgentSchema = publicSchemaOf(agentFields)
/** With what is not the agent's: the line below the chat of workspaces without white label. */
export const shownAgentSchema = publicAgentSchema.extend({ poweredBy: poweredBySchema.optional() })
export type ShownAgent = z.infer<typeof shownAgentSchema>
export type PublicAgent = z.infer<typeof publicAgentSchema>
