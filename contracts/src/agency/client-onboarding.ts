/** How strangers become clients of an agency and what they are asked first (part 2 §3, SaaS mode). Without zod, for browsers. */

import { type DashboardLayout, defaultDashboardLayout } from '../organisation/dashboard-layouts.ts'

/** The steps of the onboarding, in their order; each by the setting that shows it. */
export const onboardingSteps = [
  'showWelcomeStep',
  'showGoalsStep',
  'showCompanyInfoStep',
  'showAgentCreationStep',
] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

/** What must be filled in where the company is asked for. */
export const companyRequirements = [
  'requireCompanyName',
  'requireCompanyWebsite',
  'requireCompanyDescription',
] as const

/** What is offered once the client has an agent. */
export const agentOffers = ['showTestTextAgent', 'showWidgetScript'] as const

export const onboardingToggles = [...onboardingSteps, ...companyRequirements, ...agentOffers] as const
export type OnboardingToggle = (typeof onboardingToggles)[number]

export type ClientOnboarding = Record<OnboardingToggle, boolean> & {
  /** Hrefs that a client who signs up may open. */
  defaultClientAccess: string[]
  /** That of the organisations that they get. */
  defaultDashboardLayout: DashboardLayout
  /** Whether they may create agents. */
  defaultAllowCreateAgents: boolean
  /** Whether they may assign conversations of their agents. */
  defaultCanDelegateChats: boolean
  /** Whether admins of organisations are shown no Advanced Settings where they add users. */
  defaultHideAdvancedSettings: boolean
}

export const defaultClientOnboarding: ClientOnboarding = {
  showWelcomeStep: true,
  showGoalsStep: true,
  showCompanyInfoStep: true,
  showAgentCreationStep: true,
  requireCompanyName: true,
  requireCompanyWebsite: false,
  requireCompanyDescription: false,
  showTestTextAgent: true,
  showWidgetScript: true,
  defaultClientAccess: ['/home', '/analytics', '/convos', '/leads'],
  defaultDashboardLayout,
  defaultAllowCreateAgents: false,
  defaultCanDelegateChats: false,
  defaultHideAdvancedSettings: false,
}
