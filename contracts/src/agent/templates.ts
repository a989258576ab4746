import { z } from 'zod'
import { templateSchemaOf } from './field-schemas.ts'
import { agentFields } from './fields.ts'
import { importedDocumentSchema, withoutFieldsNotOffered } from './not-offered.ts'
import { secretTexts } from './secrets.ts'

/** In the order and under the tabs of the New Agent drawer (part 1 §2). */
export const templateKeys = [
  'customer-support',
  'real-estate-agent',
  'health-care-agent',
  'confirm-email',
  'make-appointment',
  'blank-template',
  'game-npc',
] as const
export type TemplateKey = (typeof templateKeys)[number]

/** Templates whose texts name no business. */
export const templatesWithoutBusiness: readonly TemplateKey[] = ['game-npc']
/** In characters, as of a workspace's name. */
export const maxBusinessName = 100

export const templateTabs = [
  { label: 'All Templates', keys: templateKeys },
  { label: 'Customer Support', keys: ['customer-support', 'real-estate-agent', 'health-care-agent'] },
  { label: 'Utility', keys: ['confirm-email', 'make-appointment', 'blank-template'] },
  { label: 'Entertainment', keys: ['game-npc'] },
] as const

export const templateKnowledgeSchema = z.object({
  name: z.string().min(1).max(300),
  kind: z.enum(['text', 'qa']),
  content: z.string().max(200_000).optional(),
  pairs: z.array(z.object({ question: z.string().max(2000), answer: z.string().max(20_000) })).optional(),
})

/** The content of a template, as downloaded by Export Agent Template. Never contains a secret, an id or an owner. */
export const agentTemplateSchema = z.object({
  key: z.string().max(100),
  name: z.string().min(1).max(200),
  description: z.string().max(1000),
  icon: z.string().max(100),
  template: templateSchemaOf(agentFields).refine(
    (document) => secretTexts(document).length === 0,
    'A template carries no secret.',
  ),
  knowledge: z.array(templateKnowledgeSchema).optional(),
})
export type AgentTemplate = z.infer<typeof agentTemplateSchema>

/** A template as it is imported. What it holds that is not offered is left out. */
export const importedTemplateSchema = agentTemplateSchema.extend({
  template: importedDocumentSchema.refine(
    (document) => secretTexts(withoutFieldsNotOffered(document).document).length === 0,
    'A template carries no secret.',
  ),
})
