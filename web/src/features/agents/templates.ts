import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import {
  type Icon,
  IconCalendarEvent,
  IconHeadset,
  IconHome,
  IconMailCheck,
  IconSquareRoundedPlus,
  IconStethoscope,
  IconSword,
} from '@tabler/icons-react'

export type TemplateChoice = {
  key: TemplateKey
  name: string
  description: string
  icon: Icon
  /** Its texts name no business. */
  withoutBusiness?: true
}

/** The seven templates as the drawer shows them. Their content is defined by the server. */
export const templates: readonly TemplateChoice[] = [
  {
    key: 'customer-support',
    name: 'Customer Support',
    description: 'Answers questions about orders, returns and products from your knowledge.',
    icon: IconHeadset,
  },
  {
    key: 'real-estate-agent',
    name: 'Real Estate Agent',
    description: 'Qualifies what a visitor is looking for and arranges viewings.',
    icon: IconHome,
  },
  {
    key: 'health-care-agent',
    name: 'Health Care Agent',
    description: 'Tells patients about the practice and its services, and when to call a doctor.',
    icon: IconStethoscope,
  },
  {
    key: 'confirm-email',
    name: 'Confirm Email',
    description: "Asks for a visitor's e-mail address and reads it back to be confirmed.",
    icon: IconMailCheck,
  },
  {
    key: 'make-appointment',
    name: 'Make Appointment',
    description: 'Collects name, day and reason for an appointment request.',
    icon: IconCalendarEvent,
  },
  {
    key: 'blank-template',
    name: 'Blank Template',
    description: 'An empty flow to build on.',
    icon: IconSquareRoundedPlus,
  },
  {
    key: 'game-npc',
    name: 'Game NPC',
    description: 'A character with a story that players can talk to.',
    icon: IconSword,
    withoutBusiness: true,
  },
]

/** In characters, as on the server. */
export const maxBusinessName = 100

export const templateOf = (key: unknown): TemplateChoice | undefined =>
  templates.find((template) => template.key === key)

/** A test compares these with the contract, whose module is not imported because it includes the schemas. */
export const templateTabs: readonly { label: string; keys: readonly TemplateKey[] }[] = [
  { label: 'All Templates', keys: templates.map((template) => template.key) },
  { label: 'Customer Support', keys: ['customer-support', 'real-estate-agent', 'health-care-agent'] },
  { label: 'Utility', keys: ['confirm-email', 'make-appointment', 'blank-template'] },
  { label: 'Entertainment', keys: ['game-npc'] },
]
