/** The settings of a client that its agency edits (part 2 §3, §5). */
import { z } from 'zod'
import { mostCustomTabs, tabHrefProblem } from '../agency/custom-tabs.ts'
import { agentParams } from '../endpoint.ts'
import { emailAddress } from '../identity/email-address.ts'
import { languages } from '../languages.ts'
import { notifyIfs, notifyThroughs } from '../notification/settings.ts'
import { photoSchema } from '../photo.ts'
import { clientPageHrefs, isClientPage } from './pages.ts'

const FILL_OUT = 'Please fill out all fields.'
const BAD_EMAIL = 'Please enter a valid email'
/** Part 2 §5. */
const ORGANISATION_MISSING = 'Organization ID is missing. Please try again or contact support.'

/** Hrefs of pages, and of custom tabs that the agency has or had; each once. */
export const clientAccess = z
  .array(
    z
      .string()
      .max(100)
      .refine((href) => isClientPage(href) || tabHrefProblem(href) === undefined, 'There is no such page.')
      .meta({ examples: ['/convos'] }),
  )
  .max(clientPageHrefs.length + mostCustomTabs)
  .transform((hrefs) => [...new Set(hrefs)])

/** Hrefs of pages and custom tabs without their first slash, in the order of the client's navigation. */
export const clientTabOrder = z.array(z.string().regex(/^[A-Za-z0-9_/-]{1,100}$/)).max(50)

/** Ids of agents of the workspace; each once. As many as a plan allows (`services/host/src/quotas/plans.ts`). */
export const widgetIDs = z
  .array(agentParams.shape.agentId)
  .max(1_000, 'At most 1,000 agents can be assigned.')
  .transform((ids) => [...new Set(ids)])

export const organisationId = z
  .string(ORGANISATION_MISSING)
  .min(1, ORGANISATION_MISSING)
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'This organization does not exist.')

/** Through what and of what the client is told. */
export const notificationsSettings = z.object({
  notifyThrough: z.enum(notifyThroughs),
  notifyIf: z.enum(notifyIfs),
})

export const clientSettings = z.object({
  orgId: organisationId,
  name: z.string().trim().min(1, FILL_OUT).max(100),
  email: z.string().trim().toLowerCase().min(1, FILL_OUT).max(254, BAD_EMAIL).regex(emailAddress, BAD_EMAIL),
  squarePhotoURL: photoSchema,
  canAccess: clientAccess,
  clientTabOrder,
  widgetIDs,
  /** Whether it may change its organisation's details and add users to it. */
  isOrgAdmin: z.boolean(),
  /** Whether it may create agents, which are its own and its organisation's. */
  allowCreateAgents: z.boolean(),
  /** Whether it may assign conversations of its agents, to itself and others of its organisation. */
  canDelegateChats: z.boolean(),
  /** Whether an admin of its organisation is shown no Advanced Settings where it adds users. */
  hideAdvancedSettings: z.boolean(),
  /** What is left out stays as it is. */
  notificationsSettings: notificationsSettings.partial(),
  /** Of its dashboard. */
  preferredLanguage: z.enum(languages),
})

/** Shown to nobody after it was set; it can be replaced (ruling 3). */
export const dashboardPassword = z
  .string()
  .min(1, FILL_OUT)
  .min(8, 'The password needs at least 8 characters.')
  .max(200)
