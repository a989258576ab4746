/** The settings of an organisation that its agency edits (part 2 §3, §5). */
import { z } from 'zod'
import { clientAccess, clientTabOrder, widgetIDs } from '../client/settings.ts'
import { languages } from '../languages.ts'
import { photoSchema } from '../photo.ts'
import { dashboardLayouts } from './dashboard-layouts.ts'
import { organisationInboxRules } from './inbox-rules.ts'

const NAME_REQUIRED = 'Organization name is required.'

export const organisationSettings = z.object({
  name: z.string().trim().min(1, NAME_REQUIRED).max(100),
  squarePhotoURL: photoSchema,
  /** The access of new clients. */
  defaultClientAccess: clientAccess,
  defaultClientTabOrder: clientTabOrder,
  widgetIDs,
  /** The language of new clients’ dashboards, and of mails to them. */
  preferredLanguage: z.enum(languages),
  dashboardLayout: z.enum(dashboardLayouts),
  ...organisationInboxRules,
  /** Whether the organisation has credits of its own. */
  allowBilling: z.boolean(),
  /** Whether its clients are kept out; disabling it ends their sessions. */
  disableClientAccess: z.boolean(),
  /** What its clients are told meanwhile; empty for the usual words. */
  disableClientAccessMessage: z.string().trim().max(1_024),
})
/** What of an organisation others than root admins may decide too (part 2 §6). */
export const organisationBasics: readonly string[] = ['name', 'squarePhotoURL', 'widgetIDs']

export type OrganisationSettings = z.infer<typeof organisationSettings>
