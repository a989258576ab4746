/** The seven built-in templates. */
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import { blankTemplate } from './blank-template.ts'
import { confirmEmail } from './confirm-email.ts'
import { customerSupport } from './customer-support.ts'
import { gameNpc } from './game-npc.ts'
import { healthCareAgent } from './health-care-agent.ts'
import { makeAppointment } from './make-appointment.ts'
import { type TemplateNames, withNames } from './names.ts'
import { realEstateAgent } from './real-estate-agent.ts'

const templates: Record<TemplateKey, AgentTemplate> = {
  'customer-support': customerSupport,
  'real-estate-agent': realEstateAgent,
  'health-care-agent': healthCareAgent,
  'confirm-email': confirmEmail,
  'make-appointment': makeAppointment,
  'blank-template': blankTemplate,
  'game-npc': gameNpc,
}

/** The template as an agent of this name, of this business, is created from it. */
export function templateFor(key: TemplateKey, names: TemplateNames): AgentTemplate {
  return withNames(templates[key], names)
}
