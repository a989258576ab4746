/**
 * Lists the texts of events that are stored unsealed. For a new text decide: about or by a person it is `personal()`,
 * of the team alone `tenantText()` or `secret()`; otherwise it is named here with the reason.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Generated values: ids, times, hashes, languages, codes and names of models. */
const machineMade =
  /(?:Ids?|ID|Hash(?:es)?|Keys?|\.at|\.sentAt|\.editedAt|\.id|[a-z]lang|\.lang|\.region|\.quarter|\.upTo|\.model|\.etag|[mM]odified|mimeType|inReplyTo|alsoAnswers|assignee|notifyOnly|removed|changed|restoredFrom)(?:\[\])?$/

const readable: Record<string, string[]> = {
  'What an agent is and how it looks; most of it is published, and the team compares versions of the rest': [
    'AgentCreated.document.',
    'AgentCreated.template',
    'AgentPublished.changes.',
    'AgentVersionRestored.document.',
    'CanaryStarted.document.',
    'BlueprintCreated.document.',
    'BlueprintVersionSaved.document.',
    'BlueprintTaken.before.',
    'BlueprintTaken.changes.',
    'AgentRenamed.title',
    'AgentDeleted.title',
  ],
  'Domains of agencies and their DNS records, which are public, and the agency’s name': [
    'DomainClaimed.domain',
    'DomainClaimed.records[].',
    'DomainRecordsChecked.domain',
    'DomainVerified.domain',
    'DomainWentLive.domain',
    'DomainStoppedResolving.domain',
    'DomainStoppedResolving.removeAt',
    'DomainResolvedAgain.domain',
    'DomainRemoved.domain',
    'DnsReminderCreated.domain',
    'DnsReminderCreated.agencyName',
    'DnsReminderSent.domain',
    'DomainNameReserved.domain',
    'EmailDomainAdded.domain',
    'EmailDomainVerificationRequested.domain',
    'EmailDomainChecked.domain',
    'EmailDomainVerified.domain',
    'EmailDomainTemporarilyFailed.domain',
    'EmailDomainFailed.domain',
    'EmailDomainRemoved.domain',
    'EmailDomainAdded.records[].',
    'EmailDomainAdded.selector',
    'MailBounced.status',
    'MailDelayed.status',
    'SessionStarted.host',
    'ClientSessionStarted.host',
    'AgencyAdminSignedIn.host',
    'ClientViewStarted.host',
    'PasskeyAdded.host',
    'OneTimeCodeRequested.host',
  ],
  'An agency’s brand and the names and addresses of its tabs, which stand on the pages where its clients sign in':
    [
      'AgencyCreated.name',
      'AgencyCreated.brandingText',
      'AgencyRenamed.name',
      'AgencyBrandChanged.',
      'AgencyThemeChanged.',
      'AgencyFooterChanged.mainWebsite',
      'AgencyFooterChanged.tosPage',
      'AgencyFooterChanged.privacyPolicypPage',
      'CustomTabAdded.label',
      'CustomTabAdded.href',
      'CustomTabAdded.iconUrl',
      'CustomTabChanged.label',
      'CustomTabChanged.href',
      'CustomTabChanged.iconUrl',
      'CustomTabRemoved.label',
    ],
  'Counts of many visitors': ['WidgetLoadsCounted.groups[].'],
  'What a browser is, never where it was': [
    'ConversationStarted.browser',
    'ConversationStarted.platform',
    'ConversationStarted.country',
  ],
  'Words that the platform, a provider or the agent’s owner chose, the same for every visitor': [
    'ReplyFailed.notice',
    'ReplyFailed.detail',
    'ReplyFailed.modelFault.detail',
    'AgentReplied.modelFault.detail',
    'ChannelSetupFailed.description',
    'ChannelTemplateChanged.language',
    'SetupAdvanced.input.description',
    'SetupAdvanced.commands[].description',
    'CreditsReleased.reason',
    'KnowledgeSourceFailed.reason',
    'KnowledgePageFailed.reason',
    'KnowledgePageSkipped.reason',
    'KnowledgeCrawlFinished.reason',
    'NotificationRaised.title',
    'NotificationRaised.body',
    'NotificationRaised.urlPathname',
  ],
  'Names of sources and pages, by which lists are sorted and replies cite them; the contents are sealed': [
    'AgentReplied.sources[].name',
    'AgentReplied.sources[].url',
    'KnowledgeSourceAdded.name',
    'KnowledgeSourceAdded.fileName',
    'KnowledgeSourceAdded.url',
    'KnowledgeSourceAdded.crawl.include[]',
    'KnowledgeSourceAdded.crawl.exclude[]',
    'KnowledgeSourceEdited.name',
    'KnowledgeSourceDeleted.name',
    'KnowledgePagesFound.pages[].url',
    'KnowledgePageIngested.url',
    'KnowledgePageIngested.title',
    'KnowledgePageIngested.description',
    'KnowledgePageFailed.url',
    'KnowledgePageSkipped.url',
    'KnowledgePageRemoved.url',
  ],
  'Places in the file of a snapshot, such as agents/0': ['OrganisationImportStepDone.step'],
  'Labels that lists are filtered by': [
    'LogEntryAdded.type',
    'LogEntryAdded.channel',
    'KnowledgeSourceAdded.tags[]',
    'KnowledgeSourceTagged.tags[]',
    'ConversationTagged.tags[]',
    'InboxSettingsChanged.predefinedTags[]',
    'OrganisationCreated.predefinedTags[]',
    'OrganisationChanged.predefinedTags[]',
    'InboxViewSaved.name',
    'InboxViewSaved.filters.',
  ],
  'What a tool is called and where it leads, as models are told; keys belong in its fields, which are sealed':
    [
      'ToolCalled.name',
      'ToolApprovalRequested.name',
      'ToolApprovalRequested.functionName',
      'ToolApprovalDecided.name',
      'ToolCreated.',
      'ToolChanged.',
      'ToolDeleted.name',
      'ToolUndeleted.',
    ],
  'What a process manager does next, in names that the code chose': [
    'DeliveryAdvanced.input.name',
    'DeliveryAdvanced.outcomeOf',
    'DeliveryAdvanced.deadlines[].name',
    'DeliveryAdvanced.deadlines[].due',
    'WebhookDeliveryAdvanced.input.name',
    'WebhookDeliveryAdvanced.outcomeOf',
    'WebhookDeliveryAdvanced.deadlines[].name',
    'WebhookDeliveryAdvanced.deadlines[].due',
    'ReplyMailAdvanced.input.name',
    'ReplyMailAdvanced.outcomeOf',
    'ReplyMailAdvanced.deadlines[].name',
    'ReplyMailAdvanced.deadlines[].due',
    'SetupAdvanced.input.name',
    'CredentialRenewalAdvanced.input.name',
    'CredentialRevocationAdvanced.input.name',
    'SetupAdvanced.outcomeOf',
    'CredentialRenewalAdvanced.outcomeOf',
    'CredentialRevocationAdvanced.outcomeOf',
    'SetupAdvanced.deadlines[].name',
    'CredentialRenewalAdvanced.deadlines[].name',
    'CredentialRevocationAdvanced.deadlines[].name',
    'SetupAdvanced.deadlines[].due',
    'CredentialRenewalAdvanced.deadlines[].due',
    'CredentialRevocationAdvanced.deadlines[].due',
    'WorkspaceDeletionAdvanced.input.name',
    'WorkspaceDeletionAdvanced.outcomeOf',
    'WorkspaceDeletionAdvanced.deadlines[].name',
    'WorkspaceDeletionAdvanced.deadlines[].due',
    'WhiteLabelTrialAdvanced.input.name',
    'WhiteLabelTrialAdvanced.outcomeOf',
    'WhiteLabelTrialAdvanced.deadlines[].name',
    'WhiteLabelTrialAdvanced.deadlines[].due',
    'AlertAdvanced.input.name',
    'AlertAdvanced.input.due',
    'AlertAdvanced.input.untilAt',
    'AlertAdvanced.outcomeOf',
    'AlertAdvanced.deadlines[].name',
    'AlertAdvanced.deadlines[].due',
    'ReportRunAdvanced.input.name',
    'ReportRunAdvanced.outcomeOf',
    'ReportRunAdvanced.deadlines[].name',
    'ReportRunAdvanced.deadlines[].due',
    'ReportMailAdvanced.input.name',
    'ReportMailAdvanced.outcomeOf',
    'ReportMailAdvanced.deadlines[].name',
    'ReportMailAdvanced.deadlines[].due',
    'MonthlyReportRunAdvanced.input.name',
    'MonthlyReportRunAdvanced.outcomeOf',
    'MonthlyReportRunAdvanced.deadlines[].name',
    'MonthlyReportRunAdvanced.deadlines[].due',
    'MonthlyReportMailAdvanced.input.name',
    'MonthlyReportMailAdvanced.outcomeOf',
    'MonthlyReportMailAdvanced.deadlines[].name',
    'MonthlyReportMailAdvanced.deadlines[].due',
  ],
  'The days that a report is about, and the time zone in which a team counts them': [
    'ReportScheduleChanged.timeZone',
    'ReportRunAdvanced.input.timeZone',
    'ReportRunAdvanced.commands[].',
    'ReportMailAdvanced.input.from',
    'ReportMailAdvanced.input.to',
    'ReportMailAdvanced.input.timeZone',
    'ReportMailAdvanced.effects[].',
    'MonthlyReportScheduleChanged.timeZone',
    'MonthlyReportRunAdvanced.input.timeZone',
    'MonthlyReportRunAdvanced.commands[].',
    'MonthlyReportMailAdvanced.input.month',
    'MonthlyReportMailAdvanced.input.timeZone',
    'MonthlyReportMailAdvanced.effects[].',
  ],
  'When a campaign is sent, where in its agent answers come in, and the names of approved templates': [
    ...['Created', 'Changed'].flatMap((what) =>
      ['timeZone', 'startNode', 'steps[].template.name', 'steps[].template.language'].map(
        (field) => `Campaign${what}.settings.${field}`,
      ),
    ),
    ...['MessageWritten', 'MessagePostponed', 'RecipientRetried'].map((what) => `Campaign${what}.dueAt`),
    ...['input.name', 'input.cursor', 'input.next', 'outcomeOf', 'effects[].cursor'].map(
      (field) => `CampaignRunAdvanced.${field}`,
    ),
    ...['name', 'due'].map((field) => `CampaignRunAdvanced.deadlines[].${field}`),
  ],
  'What a webhook is told of, by names of the published catalogue': [
    'WebhookCreated.subscribedEvents[]',
    'WebhookChanged.subscribedEvents[]',
  ],
  'Until when a former secret is used': ['WebhookSecretReplaced.formerUntil'],
  'Until when a credential is used': [
    'CredentialCreated.expiresAt',
    'CredentialChanged.expiresAt',
    'CredentialRotated.expiresAt',
    'CredentialConnectingBegun.until',
    'CredentialConnected.endsAt',
    'CredentialConnected.renewAt',
    'CredentialRenewed.endsAt',
    'CredentialRenewed.renewAt',
    'CredentialRenewalAdvanced.input.renewAt',
  ],
  'Pages of the dashboard, and ids of agents': [
    'ClientCreated.canAccess[]',
    'ClientCreated.clientTabOrder[]',
    'ClientCreated.widgetIDs[]',
    'ClientChanged.canAccess[]',
    'ClientChanged.clientTabOrder[]',
    'ClientChanged.widgetIDs[]',
    'AgencySignUpChanged.clientOnboarding.defaultClientAccess[]',
    'OrganisationCreated.defaultClientAccess[]',
    'OrganisationCreated.defaultClientTabOrder[]',
    'OrganisationCreated.widgetIDs[]',
    'OrganisationChanged.defaultClientAccess[]',
    'OrganisationChanged.defaultClientTabOrder[]',
    'OrganisationChanged.widgetIDs[]',
  ],
  'Times of day': [
    'NotificationSettingsChanged.quietHours.from',
    'NotificationSettingsChanged.quietHours.to',
  ],
  'A calendar month': ['CreditsGranted.month'],
  'Names of permissions': [
    'WorkspaceMemberAdded.permissions[]',
    'MemberPermissionsChanged.permissions[]',
    'MemberInvited.permissions[]',
    'AccessTokenCreated.permissions[]',
  ],
  'The id of a member': ['MemberInvited.invitedBy'],
  'Names of variables, which agents hold unsealed too': [
    'PromptCreated.variables[]',
    'PromptVersionSaved.variables[]',
  ],
  'Names of fields of agents and of their nodes, and the code of a refusal': [
    'RolloutStarted.targets[].keep[]',
    'RolloutStarted.targets[].replace[]',
    'RolloutCarriedOut.refusal',
    'RolloutTakenBack.refusal',
    'BlueprintTaken.refusal',
    'BlueprintTakenBack.kept[]',
  ],
}

test('every text that is stored unsealed is named here with the reason', async () => {
  const known = Object.values(readable).flat()
  const found = (await texts()).flatMap(({ path, sealed }) =>
    sealed === undefined && !machineMade.test(path) ? [path] : [],
  )
  const covers = (entry: string, path: string) =>
    entry.endsWith('.') ? path.startsWith(entry) : path === entry
  expect(found.filter((path) => !known.some((entry) => covers(entry, path)))).toEqual([])
  expect(known.filter((entry) => !found.some((path) => covers(entry, path)))).toEqual([])
})

/** A field that may hold somebody's name, address or picture. */
const aboutPerson = /(?:name|e?mail|photo\w*|picture|avatar|phone|author|address|userAgent)(?:\[\])?$/i

/** Fields with such names that are about no person. */
const aboutThings: Record<string, string[]> = {
  'What an agent is and how it looks, without who made it': [
    'AgentCreated.document.',
    'AgentPublished.changes.',
    'AgentVersionRestored.document.',
    'CanaryStarted.document.',
    'BlueprintCreated.document.',
    'BlueprintVersionSaved.document.',
    'BlueprintTaken.before.',
    'BlueprintTaken.changes.',
  ],
  'What the team calls a credential': [
    'CredentialCreated.name',
    'CredentialChanged.name',
    'CredentialDeleted.name',
  ],
  'An agency as a business: its name, logos, and how its clients reach it': [
    'AgencyCreated.name',
    'AgencyRenamed.name',
    'AgencyBrandChanged.squarePhotoURL',
    'AgencyBrandChanged.darkModeSquarePhotourl',
    'AgencyThemeChanged.',
    'AgencyFooterChanged.',
    'DnsReminderCreated.agencyName',
    'DomainClaimed.records[].name',
    'EmailDomainAdded.records[].name',
  ],
  'Names of teams, of blueprints, of prompts, of views of the inbox, of knowledge and of tools': [
    'AccessTokenCreated.name',
    'BlueprintCreated.name',
    'BlueprintRenamed.name',
    'BlueprintDeleted.name',
    'PromptCreated.name',
    'PromptDescribed.name',
    'PromptDeleted.name',
    'PromptNameTaken.name',
    'PromptNameReleased.name',
    'WorkspaceCreated.workspaceName',
    'WorkspaceRenamed.workspaceName',
    'InboxViewSaved.name',
    'AgentReplied.sources[].name',
    'KnowledgeSourceAdded.name',
    'KnowledgeSourceAdded.fileName',
    'KnowledgeSourceEdited.name',
    'KnowledgeSourceDeleted.name',
    'ToolCalled.name',
    'ToolApprovalRequested.name',
    'ToolApprovalRequested.functionName',
    'ToolApprovalDecided.name',
    'ToolCreated.name',
    'ToolChanged.name',
    'ToolDeleted.name',
    'ToolUndeleted.name',
  ],
  'Names and logos of organisations, under the key of the agency': [
    'OrganisationCreated.name',
    'OrganisationCreated.squarePhotoURL',
    'OrganisationChanged.name',
    'OrganisationChanged.squarePhotoURL',
    'OrganisationDeleted.name',
    'OrganisationSnapshotStarted.name',
    'OrganisationImportUploaded.name',
  ],
  'The photo of a team': ['WorkspacePhotoChanged.workspacePhotoURL'],
  'Names of channels, and of what is due in a process': [
    'ChannelConnected.name',
    'ChannelTemplateChanged.name',
    'ChannelChanged.name',
    'DeliveryAdvanced.input.name',
    'WebhookDeliveryAdvanced.input.name',
    'WebhookDeliveryAdvanced.deadlines[].name',
    'DeliveryAdvanced.deadlines[].name',
    'ReplyMailAdvanced.input.name',
    'ReplyMailAdvanced.deadlines[].name',
    'SetupAdvanced.input.name',
    'CredentialRenewalAdvanced.input.name',
    'CredentialRevocationAdvanced.input.name',
    'SetupAdvanced.deadlines[].name',
    'CredentialRenewalAdvanced.deadlines[].name',
    'CredentialRevocationAdvanced.deadlines[].name',
    'WhiteLabelTrialAdvanced.input.name',
    'WhiteLabelTrialAdvanced.deadlines[].name',
    'WorkspaceDeletionAdvanced.input.name',
    'WorkspaceDeletionAdvanced.deadlines[].name',
    'AlertAdvanced.input.name',
    'AlertAdvanced.deadlines[].name',
    'ReportRunAdvanced.input.name',
    'ReportRunAdvanced.deadlines[].name',
    'ReportMailAdvanced.input.name',
    'ReportMailAdvanced.deadlines[].name',
    'MonthlyReportRunAdvanced.input.name',
    'MonthlyReportRunAdvanced.deadlines[].name',
    'MonthlyReportMailAdvanced.input.name',
    'MonthlyReportMailAdvanced.deadlines[].name',
  ],
  'Names of campaigns, of approved templates and of details of leads, and of what is due': [
    ...['Created', 'Changed'].flatMap((what) =>
      ['name', 'steps[].template.name', 'audience.field.name'].map(
        (field) => `Campaign${what}.settings.${field}`,
      ),
    ),
    'CampaignRunAdvanced.input.name',
    'CampaignRunAdvanced.deadlines[].name',
  ],
  'Where a page of the dashboard is': ['NotificationRaised.urlPathname'],
}

test('every name, address and photo belongs to a person, and to the user beside it if there is one', async () => {
  const things = Object.values(aboutThings).flat()
  const isThing = (path: string) =>
    things.some((entry) => (entry.endsWith('.') ? path.startsWith(entry) : path === entry))
  const named = (await texts()).filter(({ path }) => aboutPerson.test(path))
  const found = named.filter(({ path }) => !isThing(path))
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ sealed }) => sealed !== 'person').map(({ path }) => path)).toEqual([])
  const ofUsers = found.filter(({ beside }) => beside.includes('userId'))
  expect(ofUsers.length).toBeGreaterThan(8)
  expect(ofUsers.filter(({ of }) => of !== 'userId').map(({ path }) => path)).toEqual([])
})

test('a text that belongs to a user names a field beside it', async () => {
  const lost = (await texts()).filter(({ of, beside }) => of !== undefined && !beside.includes(of))
  expect(lost.map(({ path }) => path)).toEqual([])
})

type Text = {
  /** Event and field: `HumanReplied.displayName`. */
  path: string
  sealed: unknown
  of: string | undefined
  /** The fields of the object that contains it. */
  beside: string[]
}

/** Returns all texts of all events. */
async function texts(): Promise<Text[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const modules: object[] = await Promise.all(
    files.filter((name) => name.endsWith('events.ts')).map((name) => import(join(import.meta.dirname, name))),
  )
  const shapes = modules
    .flatMap((module) => Object.values(module))
    .flatMap((catalogue) => Object.entries(Object(catalogue)))
  const found = shapes.flatMap(([type, shape]) => {
    const data = Object(shape).data
    return data instanceof z.ZodType ? textsIn(data, type, []) : []
  })
  return [...new Map(found.map((text) => [text.path, text])).values()]
}

function textsIn(schema: z.core.$ZodType, path: string, beside: string[]): Text[] {
  const { sealed, of } = z.globalRegistry.get(schema) ?? {}
  if (sealed !== undefined || schema instanceof z.ZodString || schema instanceof z.ZodLazy)
    return [{ path, sealed, of: typeof of === 'string' ? of : undefined, beside }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) =>
      textsIn(field, `${path}.${key}`, Object.keys(schema.shape)),
    )
  if (schema instanceof z.ZodArray) return textsIn(schema.element, `${path}[]`, beside)
  if (schema instanceof z.ZodRecord) return textsIn(schema.valueType, `${path}.*`, beside)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(option, path, beside))
  if (schema instanceof z.ZodPipe) return textsIn(schema.in, path, beside)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(schema.def.innerType, path, beside)
  return []
}
