/**
 * What the file of an organisation's snapshot holds: gzip of lines of JSON, each an object with one field. First the
 * header, then each agent with its sources after it, the clients, the conversations and leads of each agent, and the end.
 * It may have been written by anybody: every import checks it again.
 */
import { z } from 'zod'
import { agentDocumentSchema } from '../../agent/document.ts'
import { clientSettings } from '../../client/settings.ts'
import { movedConversation, movedFile, movedLead, movedOn } from '../../conversation/moved.ts'
import { agentParams } from '../../endpoint.ts'
import { mostCrawlDepth, mostCrawlPages } from '../../knowledge/endpoints.ts'
import { refreshRates, sourceKinds } from '../../knowledge/events.ts'
import { MOST_CHARACTERS } from '../../knowledge/text-limits.ts'
import { defaultClientLanguage } from '../../languages.ts'
import { defaultDashboardLayout } from '../dashboard-layouts.ts'
import { defaultOrganisationInbox, organisationInboxRules as inbox } from '../inbox-rules.ts'
import { organisationSettings } from '../settings.ts'

const short = z.string().max(300)

/** A passage that a team changed; `key` follows from the text that was read, so it is the same wherever that is read. */
const changedPassage = z.object({
  key: z.string().min(1).max(64),
  text: z.string().min(1).max(20_000).optional(),
  disabled: z.literal(true).optional(),
  deleted: z.literal(true).optional(),
})

const paths = z.array(z.string().min(1).max(200)).max(20)

/** A source of knowledge, without what is read from it: its passages and vectors are made again. */
export const snapshotSource = z.object({
  kind: z.enum(sourceKinds),
  name: short.min(1),
  tags: z.array(z.string().min(1).max(50)).max(20),
  disabled: z.boolean(),
  content: z.string().max(MOST_CHARACTERS).optional(),
  pairs: z
    .array(z.object({ question: z.string().max(2_000), answer: z.string().max(20_000) }))
    .max(500)
    .optional(),
  fileName: z.string().min(1).max(255).optional(),
  /** Base64. */
  file: z.string().min(1).optional(),
  website: z
    .object({
      url: z.string().max(2_000),
      maxPages: z.number().int().min(1).max(mostCrawlPages),
      maxDepth: z.number().int().min(0).max(mostCrawlDepth),
      include: paths,
      exclude: paths,
      refreshRate: z.enum(refreshRates),
    })
    .optional(),
  passages: z.array(changedPassage).max(2_000),
})
export type SnapshotSource = z.infer<typeof snapshotSource>
export type ChangedPassage = z.infer<typeof changedPassage>

/** What was left out of an agent and is entered again: the labels of fields, and how many functions it used. */
export const leftOutOfAgent = z.object({
  title: z.string(),
  fields: z.array(short).max(100),
  functions: z.number().int().min(0),
  /** Changed passages of its websites, which are read again. */
  websitePassages: z.number().int().min(0),
})
export type LeftOutOfAgent = z.infer<typeof leftOutOfAgent>

/** The same with the number of its sources. */
export const contentsOfAgent = leftOutOfAgent.extend({ sources: z.number().int().min(0) })
export type ContentsOfAgent = z.infer<typeof contentsOfAgent>

export const snapshotAgent = z.object({
  /** Its id where it was; references within the file name it by this. */
  id: agentParams.shape.agentId,
  document: agentDocumentSchema,
  leftOut: leftOutOfAgent.omit({ title: true }),
  knowledge: z.array(snapshotSource).max(1_000),
})
export type SnapshotAgent = z.infer<typeof snapshotAgent>

/** Without a password: nobody but its owner knows one. */
export const snapshotClient = clientSettings
  .omit({ orgId: true })
  // Files from before have them of no client.
  .partial({ allowCreateAgents: true, canDelegateChats: true, hideAdvancedSettings: true })
export type SnapshotClient = z.infer<typeof snapshotClient>

export const mostSnapshotClients = 1_000
/** As many as a plan allows. */
export const mostSnapshotAgents = 1_000

const common = {
  format: z.literal('organisation-snapshot'),
  /** Milliseconds. */
  madeAt: z.number(),
  organisation: organisationSettings
    // Files from before have none.
    .extend({
      preferredLanguage: organisationSettings.shape.preferredLanguage.default(defaultClientLanguage),
      dashboardLayout: organisationSettings.shape.dashboardLayout.default(defaultDashboardLayout),
      predefinedTags: inbox.predefinedTags.default(defaultOrganisationInbox.predefinedTags),
      disallowAnyTags: inbox.disallowAnyTags.default(defaultOrganisationInbox.disallowAnyTags),
      disableHandoff: inbox.disableHandoff.default(defaultOrganisationInbox.disableHandoff),
      smartHandoff: inbox.smartHandoff.default(defaultOrganisationInbox.smartHandoff),
      disableHandoffMessages: inbox.disableHandoffMessages.default(
        defaultOrganisationInbox.disableHandoffMessages,
      ),
      enableCannedResponses: inbox.enableCannedResponses.default(
        defaultOrganisationInbox.enableCannedResponses,
      ),
    }),
}

/** A whole file as it was before: one object. */
export const snapshotFile = z.object({
  ...common,
  version: z.literal(1),
  agents: z.array(snapshotAgent).max(200),
  /** Absent if they were not chosen. */
  clients: z.array(snapshotClient).max(mostSnapshotClients).optional(),
})
export type SnapshotFile = z.infer<typeof snapshotFile>

export const snapshotHeader = z.object({ ...common, version: z.literal(2) })
export type SnapshotHeader = z.infer<typeof snapshotHeader>

/** Its id at the old place, by which conversations name it. */
const formerId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .optional()

/** The lines after the header, by the name of their field. */
export const snapshotLines = {
  agent: snapshotAgent.omit({ knowledge: true }),
  /** Of the agent before it. `websitePassages`: as in `leftOutOfAgent`, of this source. */
  source: snapshotSource.extend({ id: formerId, websitePassages: z.number().int().min(0).default(0) }),
  client: snapshotClient.extend({ id: formerId }),
  conversation: movedConversation,
  continued: movedOn,
  file: movedFile,
  lead: movedLead,
  /** Without it, the file is not whole. */
  end: z.literal(true),
}
type OneOf<Lines> = { [Name in keyof Lines]: Record<Name, Lines[Name]> }[keyof Lines]
export type SnapshotLine = OneOf<{
  [Name in keyof typeof snapshotLines]: z.infer<(typeof snapshotLines)[Name]>
}>
export type SnapshotLineOf<Name extends keyof typeof snapshotLines> = z.infer<(typeof snapshotLines)[Name]>
