/** How an organisation's clients work in the inbox, and when visitors of its agents can ask for a person (part 2 §2.6, §3). */
import { z } from 'zod'
import { type InboxSettings, inboxSettingsSchema } from '../workspace/inbox-settings.ts'

const { predefinedTags, disallowAnyTags, smartHandoff, disableHandoffMessages, enableCannedResponses } =
  inboxSettingsSchema.shape

export const organisationInboxRules = {
  /** Offered to its clients in this order. */
  predefinedTags,
  /** 'Allow Only Predefined Tags': its clients add no others. */
  disallowAnyTags,
  /** Whether visitors of its agents can't ask for a person; 'Enable human handoff' is the opposite. */
  disableHandoff: z.boolean(),
  smartHandoff,
  disableHandoffMessages,
  /** Whether its clients insert the canned responses of the workspace. */
  enableCannedResponses,
}
const schema = z.object(organisationInboxRules)
export type OrganisationInboxRules = z.infer<typeof schema>

/** What it says of handoffs of its agents. */
export type OrganisationHandoffRules = Pick<
  OrganisationInboxRules,
  'disableHandoff' | 'smartHandoff' | 'disableHandoffMessages'
>

/** Canned responses are what a team wrote for itself, so its clients get them only where they are enabled. */
export const defaultOrganisationInbox: OrganisationInboxRules = {
  predefinedTags: [],
  disallowAnyTags: false,
  disableHandoff: false,
  smartHandoff: false,
  disableHandoffMessages: false,
  enableCannedResponses: false,
}

export type TagRules = Pick<InboxSettings, 'predefinedTags' | 'disallowAnyTags'>

/**
 * The tags that a client is offered, and whether it can add no others. Only its organisation's, if that allows no others;
 * otherwise those of the workspace as well, if that allows no others.
 */
export function tagRulesOfClient(ofWorkspace: TagRules, ofOrganisation: TagRules): TagRules {
  const { predefinedTags, disallowAnyTags } = ofOrganisation
  if (disallowAnyTags || !ofWorkspace.disallowAnyTags) return { predefinedTags, disallowAnyTags }
  return {
    predefinedTags: [...new Set([...predefinedTags, ...ofWorkspace.predefinedTags])],
    disallowAnyTags: true,
  }
}
