/** The seven built-in templates by key, in the order of the New Agent drawer. */
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import { blankTemplate } from './blank-template.ts'
import { confirmEmail } from './confirm-email.ts'
import { customerSupport } from './customer-support.ts'
import { gameNpc } from './game-npc.ts'
import { healthCareAgent } from './health-care-agent.ts'
import { makeAppointment } from './make-appointment.ts'
import { realEstateAgent } from './real-estate-agent.ts'

export const templates: Record<TemplateKey, AgentTemplate> = {
  'customer-support': customerSupport,
  'real-estate-agent': realEstateAgent,
  'health-care-agent': healthCareAgent,
  'confirm-email': confirmEmail,
  'make-appointment': makeAppointment,
  'blank-template': blankTemplate,
  'game-npc': gameNpc,
}
