/** What the actor of an event did, with whom, and which: `tagged Visitor 1bd0 Order`. Other events have their summary alone. */

import { bounceEvents } from '@parley/contracts/agency/bounce-events.ts'
import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import { emailDomainEvents } from '@parley/contracts/agency/email-domain-events.ts'
import { agencyEvents } from '@parley/contracts/agency/events.ts'
import { whiteLabelEvents } from '@parley/contracts/agency/white-label-events.ts'
import { blueprintEvents } from '@parley/contracts/agent/blueprint-events.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import type { AuditEntryView } from '@parley/contracts/audit/endpoints.ts'
import { campaignEvents } from '@parley/contracts/campaign/events.ts'
import { channelEvents, channelsViewEvents } from '@parley/contracts/channel/events.ts'
import { ignoredLabels } from '@parley/contracts/channel/names.ts'
import { agencyAdminEvents } from '@parley/contracts/client/agency-admin-events.ts'
import { clientEvents, clientSessionEvents, clientViewEvents } from '@parley/contracts/client/events.ts'
import type { ClientSessionMethod } from '@parley/contracts/client/statuses.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import { toolEvents } from '@parley/contracts/integration/events.ts'
import { promptEvents } from '@parley/contracts/integration/prompt-events.ts'
import { webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { ERASED, type SealedEventOf } from '@parley/contracts/message.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { organisationOpenIdEvents } from '@parley/contracts/organisation/openid-events.ts'
import { organisationSnapshotEvents } from '@parley/contracts/organisation/snapshot/events.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'

export type Sentence = NonNullable<AuditEntryView['sentence']>

/** The names behind the ids of an event; undefined where one is not known, may not be read, or is erased. */
export type EventNames = {
  /** The visitor of the event's conversation, or of the one named. */
  visitor(conversationId?: string): Promise<string | undefined>
  /** The agent that the event names. */
  agent: string | undefined
  /** Of a member or, by its id, a client. */
  member(userId: string): Promise<string | undefined>
  source(sourceId: string): Promise<string | undefined>
  tool(toolId: string): Promise<string | undefined>
  channel(channelId: string): Promise<string | undefined>
  /** Its description or else its host. */
  credential(credentialId: string): Promise<string | undefined>
  webhook(webhookId: string): Promise<string | undefined>
  client(clientId: string): Promise<string | undefined>
  organisation(organisationId: string): Promise<string | undefined>
  blueprint(blueprintId: string): Promise<string | undefined>
  prompt(promptId: string): Promise<string | undefined>
  /** The name of an access token and that of its maker. */
  token(tokenId: string): Promise<{ name: string; madeBy: string } | undefined>
  /** Opens a text that may be sealed. */
  read(text: string): Promise<string | undefined>
}

/** Returns the sentence of an event; undefined if it has none or a name in it is not known. */
export async function sentenceOf(
  event: { type: string; data: unknown },
  names: EventNames,
): Promise<Sentence | undefined> {
  const tell: ((event: never, names: EventNames) => Promise<Told>) | undefined = Object.hasOwn(
    sentences,
    event.type,
  )
    ? sentences[event.type as keyof typeof sentences]
    : undefined
  const told = await tell?.(event.data as never, names)
  if (told === undefined) return undefined
  const parts: Sentence = []
  for (const part of told) {
    if (part === undefined || part === ERASED) return undefined
    if (typeof part === 'string') parts.push({ text: part })
    else if (part.which === undefined || part.which === '' || part.which === ERASED) return undefined
    else parts.push({ text: part.which, strong: true })
  }
  return parts
}

/** A part that is not known makes the sentence unknown. */
type Told = readonly (string | undefined | { which: string | undefined })[] | undefined

const events = {
  ...agencyEvents,
  ...agencyDomainEvents,
  ...emailDomainEvents,
  ...whiteLabelEvents,
  ...bounceEvents,
  ...agentEvents,
  ...analyticsEvents,
  ...blueprintEvents,
  ...campaignEvents,
  ...channelEvents,
  ...channelsViewEvents,
  ...clientEvents,
  ...clientSessionEvents,
  ...clientViewEvents,
  ...agencyAdminEvents,
  ...conversationEvents,
  ...creditsEvents,
  ...knowledgeEvents,
  ...organisationEvents,
  ...organisationOpenIdEvents,
  ...organisationSnapshotEvents,
  ...promptEvents,
  ...toolEvents,
  ...credentialEvents,
  ...webhookEvents,
  ...workspaceEvents,
}
type Happened = SealedEventOf<typeof events>
type Sentences = {
  [Type in Happened['type']]?: (
    data: Extract<Happened, { type: Type }>['data'],
    names: EventNames,
  ) => Promise<Told>
}

const which = (text: string | undefined) => ({ which: text })

const removedFor = {
  person: '',
  'not-verified': ', since its DNS records were not found',
  'not-resolving': ', since it led elsewhere',
  'workspace-deleted': ', with the workspace',
} as const

const withdrawnFor = {
  'by-person': '',
  'failure-rate': ', since more of its conversations failed',
  'handoff-rate': ', since more of its visitors asked for a person',
  'version-restored': ', since another version was restored',
} as const

const agents = (count: number) => (count === 1 ? '1 agent' : `${count} agents`)

const waysToSignIn: Partial<Record<ClientSessionMethod, string>> = {
  'login-token': 'signed in with a login token',
  'signed-token': 'signed in with a token that the agency signed',
  openid: 'signed in with the OpenID provider of the organization',
}

const sentences: Sentences = {
  AgentCreated: async (_, { agent }) => ['created ', which(agent)],
  AgentPublished: async (_, { agent }) => ['published changes to ', which(agent)],
  AgentRenamed: async ({ title }) => ['renamed an agent to ', which(title)],
  AgentBackupSaved: async ({ version }, { agent }) => ['kept ', which(`version ${version}`), ' of ', agent],
  AgentVersionRestored: async ({ restoredFrom }, { agent }) => [
    'restored ',
    which(`version ${restoredFrom}`),
    ' of ',
    agent,
  ],
  BlueprintCreated: async ({ name }, { agent, read }) => [
    'saved ',
    agent,
    ' as the blueprint ',
    which(await read(name)),
  ],
  BlueprintVersionSaved: async ({ blueprintId, version }, { blueprint }) => [
    'saved ',
    which(`version ${version}`),
    ' of the blueprint ',
    await blueprint(blueprintId),
  ],
  BlueprintRenamed: async ({ name }, { read }) => ['renamed a blueprint to ', which(await read(name))],
  BlueprintDeleted: async ({ name }, { read }) => ['deleted the blueprint ', which(await read(name))],
  AgentsAttachedToBlueprint: async ({ blueprintId, agentIds }, { blueprint }) => [
    `attached ${agents(agentIds.length)} to the blueprint `,
    which(await blueprint(blueprintId)),
  ],
  AgentsDetachedFromBlueprint: async ({ blueprintId, agentIds }, { blueprint }) => [
    `detached ${agents(agentIds.length)} from the blueprint `,
    which(await blueprint(blueprintId)),
  ],
  PromptCreated: async ({ name }, { read }) => [
    'added the prompt ',
    which(await read(name)),
    ' to the library',
  ],
  PromptDescribed: async ({ name }, { read }) => [
    'changed the name or the description of the prompt ',
    which(await read(name)),
  ],
  PromptVersionSaved: async ({ promptId, version, restoredFrom }, { prompt }) => [
    restoredFrom === undefined ? 'saved ' : `restored version ${restoredFrom} as `,
    which(`version ${version}`),
    ' of the prompt ',
    await prompt(promptId),
  ],
  PromptPublished: async ({ promptId, version, agents: count }, { prompt }) => [
    'published ',
    which(`version ${version}`),
    ' of the prompt ',
    await prompt(promptId),
    ...(count === 0 ? [] : [`, which ${agents(count)} ${count === 1 ? 'uses' : 'use'}`]),
  ],
  PromptDeleted: async ({ name }, { read }) => ['deleted the prompt ', which(await read(name))],
  RolloutStarted: async ({ blueprintId, version, as, targets }, { blueprint }) => [
    'rolled ',
    which(`version ${version}`),
    ' of the blueprint ',
    await blueprint(blueprintId),
    ` out to ${agents(targets.length)} as ${as === 'draft' ? 'drafts' : 'published'}`,
  ],
  RolloutUndoStarted: async ({ blueprintId }, { blueprint }) => [
    'undid a rollout of the blueprint ',
    which(await blueprint(blueprintId)),
  ],
  BlueprintTaken: async ({ blueprintId, blueprintVersion, as }, { agent, blueprint }) => [
    `merged version ${blueprintVersion} of the blueprint `,
    which(await blueprint(blueprintId)),
    as === 'draft' ? ' into a draft of ' : ' into ',
    agent,
  ],
  BlueprintTakenBack: async ({ blueprintId }, { agent, blueprint }) => [
    'took the blueprint ',
    which(await blueprint(blueprintId)),
    ' back from ',
    agent,
  ],
  BlueprintDraftSettled: async (_, { agent }) => ['put away what a blueprint left at ', which(agent)],
  CanaryStarted: async ({ version, share }, { agent }) => [
    'started ',
    which(`version ${version}`),
    ` as a canary of `,
    agent,
    ` for ${share} % of new conversations`,
  ],
  CanaryShareChanged: async ({ version, share }, { agent }) => [
    'changed the share of canary ',
    which(`version ${version}`),
    ' of ',
    agent,
    ` to ${share} %`,
  ],
  CanaryPromoted: async ({ version }, { agent }) => [
    'promoted canary ',
    which(`version ${version}`),
    ' of ',
    agent,
  ],
  CanaryWithdrawn: async ({ version, reason }, { agent }) => [
    'withdrew canary ',
    which(`version ${version}`),
    ' of ',
    agent,
    withdrawnFor[reason],
  ],

  AgencyRenamed: async ({ name }) => ['renamed the agency to ', which(name)],
  CustomTabAdded: async ({ label, href }) => ['added the custom tab ', which(label), ` at ${href}`],
  CustomTabChanged: async ({ label }) => ['changed the custom tab ', which(label)],
  CustomTabRemoved: async ({ label }) => ['removed the custom tab ', which(label)],
  DomainClaimed: async ({ domain }) => ['added the domain ', which(domain)],
  DomainVerified: async ({ domain }) => ['verified the domain ', which(domain)],
  DomainWentLive: async ({ domain }) => ['made the domain ', which(domain), ' live'],
  DomainStoppedResolving: async ({ domain }) => ['noticed that ', which(domain), ' leads elsewhere'],
  DomainResolvedAgain: async ({ domain }) => ['noticed that ', which(domain), ' leads here again'],
  DomainRemoved: async ({ domain, reason }) => ['removed the domain ', which(domain), removedFor[reason]],
  DnsReminderCreated: async ({ domain }) => ['mailed the DNS instructions of ', which(domain)],
  DnsReminderSent: async ({ domain }) => ['reminded of the DNS records of ', which(domain)],
  WhiteLabelTrialStarted: async ({ endsAt }) => [
    'started the white-label trial until ',
    which(new Date(endsAt).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })),
  ],
  EmailDomainAdded: async ({ domain }) => ['added the e-mail sending domain ', which(domain)],
  EmailDomainVerificationRequested: async ({ domain }) => ['asked to verify ', which(domain), ' for mails'],
  EmailDomainVerified: async ({ domain }) => ['verified ', which(domain), ' for mails'],
  EmailDomainFailed: async ({ domain }) => [
    'found the DNS records of ',
    which(domain),
    ' for mails wrong or gone',
  ],
  EmailDomainRemoved: async ({ domain, reason }) => [
    'removed the e-mail sending domain ',
    which(domain),
    removedFor[reason],
  ],
  MailBounced: async ({ email }) => [
    'could not deliver a mail to ',
    which(email),
    ', and sends no more there',
  ],
  MailDelayed: async ({ email }) => ['could not deliver a mail to ', which(email), ' for now'],
  MailComplainedOf: async ({ email }) => [
    'was told that a mail to ',
    which(email),
    ' is unwanted, and sends no more there',
  ],
  BouncedAddressCleared: async ({ email }) => ['has mails sent to ', which(email), ' again'],

  ConversationStarted: async (_, { agent }) => ['started a conversation with ', agent],
  VisitorMessageReceived: async (_, { agent }) => ['wrote to ', agent],
  AgentReplied: async (_, { visitor }) => ['replied to ', await visitor()],
  HumanReplied: async (_, { visitor }) => ['replied to ', await visitor()],
  HandoffRequested: async (_, { agent }) => ['asked for a person in a conversation with ', agent],
  ToolApprovalRequested: async ({ name }, { visitor }) => [
    'asked for the approval of ',
    which(name),
    ' for ',
    await visitor(),
  ],
  ToolApprovalDecided: async ({ name, outcome }, { visitor }) =>
    outcome === 'expired'
      ? ['found nobody to approve ', which(name), ' for ', await visitor(), ' in time']
      : [`${outcome} `, which(name), ' for ', await visitor()],
  OwnershipChanged: async ({ reason }, { visitor }) => {
    const name = await visitor()
    switch (reason) {
      case 'taken-over':
        return ['took over the conversation with ', name]
      case 'handed-back':
        return ['handed ', name, ' back to the agent']
      default:
        return undefined
    }
  },
  FeedbackGiven: async ({ rating }) =>
    rating === 'none' ? ['withdrew a rating'] : ['rated an answer ', which(rating === 'up' ? 'Good' : 'Bad')],
  NoteAdded: async (_, { visitor }) => ['added a note on ', await visitor()],
  NoteRemoved: async (_, { visitor }) => ['removed a note on ', await visitor()],
  ConversationTagged: async ({ tags }, { visitor }) =>
    tags.length === 0
      ? ['removed all tags from ', await visitor()]
      : ['tagged ', await visitor(), ' ', which(tags.join(', '))],
  ConversationAssigned: async ({ assignee }, { visitor, member }) =>
    assignee === undefined
      ? ['unassigned ', await visitor()]
      : ['assigned ', await visitor(), ' to ', which(await member(assignee))],
  ConversationStatusChanged: async ({ status }, { visitor }) => [
    status === 'resolved' ? 'resolved the conversation with ' : 'reopened the conversation with ',
    await visitor(),
  ],
  ConversationRead: async (_, { visitor }) => ['read the conversation with ', await visitor()],
  QuestionHandled: async ({ conversationId }, { visitor }) => [
    'took care of an unanswered question of ',
    await visitor(conversationId),
  ],

  KnowledgeSourceAdded: async ({ name }) => ['added ', which(name), ' to the knowledge'],
  KnowledgeSourceEdited: async ({ name }) => ['edited ', which(name)],
  KnowledgeSourceDeleted: async ({ name }) => ['deleted ', which(name), ' from the knowledge'],
  KnowledgeSourceTagged: async ({ sourceId, tags }, { source }) =>
    tags.length === 0
      ? ['removed all tags from ', await source(sourceId)]
      : ['tagged ', await source(sourceId), ' ', which(tags.join(', '))],
  KnowledgeSourceDisabled: async ({ sourceId }, { source }) => ['turned off ', which(await source(sourceId))],
  KnowledgeSourceEnabled: async ({ sourceId }, { source }) => ['turned on ', which(await source(sourceId))],
  KnowledgeRefreshesPaused: async ({ sourceId }, { source }) => [
    'paused the schedule of ',
    which(await source(sourceId)),
  ],
  KnowledgeRefreshesResumed: async ({ sourceId }, { source }) => [
    'resumed the schedule of ',
    which(await source(sourceId)),
  ],
  KnowledgeChunkEdited: async ({ sourceId }, { source }) => [
    'edited a passage of ',
    which(await source(sourceId)),
  ],

  ToolCreated: async ({ name }) => ['created the function ', which(name)],
  ToolChanged: async ({ name, restoredFrom }) =>
    restoredFrom === undefined
      ? ['changed the function ', which(name)]
      : ['restored ', which(`version ${restoredFrom}`), ' of the function ', which(name)],
  ToolTested: async ({ id }, { tool }) => ['tested the function ', which(await tool(id))],
  ToolDeleted: async ({ name }) => ['deleted the function ', which(name)],
  ToolUndeleted: async ({ name }) => ['brought back the function ', which(name)],

  OrganisationCreated: async ({ name }, { read }) => ['created the organization ', which(await read(name))],
  OrganisationChanged: async ({ organisationId }, { organisation }) => [
    'changed the organization ',
    which(await organisation(organisationId)),
  ],
  OrganisationOpenIdSaved: async ({ organisationId, onlyOpenId }, { organisation }) => [
    onlyOpenId ? 'made its own OpenID provider the only sign-in of ' : 'set up the OpenID provider of ',
    which(await organisation(organisationId)),
  ],
  OrganisationOpenIdRemoved: async ({ organisationId }, { organisation }) => [
    'removed the OpenID provider of ',
    which(await organisation(organisationId)),
  ],
  OrganisationDeleted: async ({ name }, { read }) => ['deleted the organization ', which(await read(name))],
  OrganisationSnapshotStarted: async ({ name, withClients }, { read }) => [
    'began a snapshot of the organization ',
    which(await read(name)),
    withClients ? ', with its clients' : ', without its clients',
  ],
  OrganisationSnapshotMade: async ({ organisationId }, { organisation }) => [
    'made a snapshot of the organization ',
    which(await organisation(organisationId)),
  ],
  OrganisationSnapshotFailed: async ({ organisationId }, { organisation }) => [
    'could not make a snapshot of the organization ',
    which(await organisation(organisationId)),
  ],
  OrganisationImportUploaded: async ({ name }, { read }) => [
    'uploaded a snapshot of the organization ',
    which(await read(name)),
  ],
  OrganisationImportUndoStarted: async () => ['began to remove what the import of an organization made'],
  OrganisationImportUndone: async ({ organisationKept, problems = [] }) => [
    'removed what the import of an organization made',
    ...(problems.length > 0
      ? [', as far as it could be removed']
      : organisationKept
        ? [', but for the organization, which has other clients']
        : []),
  ],
  OrganisationImportFinished: async ({ organisationId }, { organisation }) =>
    organisationId === undefined
      ? ['could not import an organization']
      : ['imported the organization ', which(await organisation(organisationId))],
  ClientCreated: async ({ clientId }, { client }) => ['created the client ', which(await client(clientId))],
  ClientChanged: async ({ clientId, isOrgAdmin }, { client }) => [
    'changed the client ',
    which(await client(clientId)),
    ...(isOrgAdmin === undefined
      ? []
      : [
          isOrgAdmin
            ? ', an admin of its organization from now on'
            : ', no admin of its organization any more',
        ]),
  ],
  ClientEmailChanged: async ({ clientId }, { client }) => [
    'changed the e-mail address of the client ',
    which(await client(clientId)),
  ],
  ClientPasswordChanged: async ({ clientId }, { client }) => [
    'replaced the password of the client ',
    which(await client(clientId)),
  ],
  ClientOpenIdLinked: async ({ clientId }, { client }) => [
    'linked the client ',
    which(await client(clientId)),
    ' to its account at the OpenID provider of the organization',
  ],
  ClientOpenIdUnlinked: async ({ clientId }, { client }) => [
    'unlinked the client ',
    which(await client(clientId)),
    ' from its account at the OpenID provider',
  ],
  // The client itself, or the agency that saved it.
  ClientStatusChanged: async ({ clientId, status }, { client }) => [
    `set the client `,
    which(await client(clientId)),
    ` ${status}`,
  ],
  ClientLoginTokenIssued: async ({ clientId, mailed }, { client }) => [
    mailed ? 'had a sign-in link mailed to the client ' : 'made a login token for the client ',
    which(await client(clientId)),
  ],
  ClientSessionStarted: async ({ method }) => [waysToSignIn[method] ?? 'signed in'],
  ClientSessionEnded: async () => ['signed out'],
  AgencyAdminSignedIn: async () => ['signed in with the agency secret'],
  AgencyAdminSessionEnded: async ({ reason }) => [
    reason === 'signed-out' ? 'signed out' : 'ended a session that began with the agency secret',
  ],
  ClientViewStarted: async ({ clientId }, { client }) => ['began to view as ', which(await client(clientId))],
  ClientViewEnded: async ({ clientId }, { client }) => ['stopped viewing as ', which(await client(clientId))],
  CreditsTransferred: async ({ organisationId, from, direction, amount, returned }, { organisation }) => {
    const name = which(await organisation(organisationId))
    const credits = which(`${amount} ${amount === 1 ? 'credit' : 'credits'}`)
    if (returned) return ['took back ', credits, ' that ', name, ' could not take']
    const to = from === 'workspace'
    // A transfer is two events, one in each ledger.
    if (direction === 'in')
      return ['added ', credits, to ? ' to the balance of ' : ' to the workspace, from ', name]
    return ['transferred ', credits, to ? ' to ' : ' from ', name]
  },

  ChannelsViewed: async (_, { agent }) => ['viewed the channels of ', agent],
  ChannelConnected: async ({ name }, { read }) => ['connected the channel ', which(await read(name))],
  ChannelTemplateChanged: async ({ name, change, state }, { read }) => [
    `${change === 'reviewed' ? `received the state ${state ?? 'changed'} of` : change} the WhatsApp template `,
    which(await read(name)),
  ],
  ChannelTokenEnding: async ({ channelId }, { channel }) => [
    'found that the token of the channel ',
    await channel(channelId),
    ' ends soon',
  ],
  ChannelDeliveryIgnored: async ({ channelId, what }, { channel }) => [
    `ignored ${ignoredLabels[what].replace(/^./, (first) => first.toLowerCase())} of the channel `,
    which(await channel(channelId)),
  ],
  ChannelChanged: async ({ name }, { read }) => ['changed the channel ', which(await read(name))],
  ChannelCredentialsChanged: async ({ channelId }, { channel }) => [
    'replaced credentials of the channel ',
    which(await channel(channelId)),
  ],
  ChannelDisconnected: async ({ channelId }, { channel }) => [
    'disconnected the channel ',
    which(await channel(channelId)),
  ],

  WorkspaceRenamed: async ({ workspaceName }, { read }) => [
    'renamed the workspace to ',
    which(await read(workspaceName)),
  ],
  AccessTokenCreated: async ({ name }, { read }) => ['made the access token ', which(await read(name))],
  AccessTokenRevoked: async ({ tokenId, reason }, { token }) => {
    const named = await token(tokenId)
    const ended = reason === 'maker-left' ? `, since ${named?.madeBy} left` : ''
    return ['revoked the access token ', which(named?.name), ended]
  },
  CredentialCreated: async ({ name }, { read }) => ['created the credential ', which(await read(name))],
  CredentialChanged: async ({ name }, { read }) => ['changed the credential ', which(await read(name))],
  CredentialRotated: async ({ credentialId }, { credential }) => [
    'replaced the secret of the credential ',
    which(await credential(credentialId)),
  ],
  CredentialConnected: async ({ credentialId }, { credential }) => [
    'connected the credential ',
    which(await credential(credentialId)),
  ],
  CredentialConnectionLost: async ({ credentialId }, { credential }) => [
    'lost the connection of the credential ',
    which(await credential(credentialId)),
  ],
  CredentialDeleted: async ({ name }, { read }) => ['deleted the credential ', which(await read(name))],
  WebhookCreated: async ({ webhookId }, { webhook }) => [
    'created the webhook ',
    which(await webhook(webhookId)),
  ],
  WebhookChanged: async ({ webhookId }, { webhook }) => [
    'changed the webhook ',
    which(await webhook(webhookId)),
  ],
  WebhookSecretReplaced: async ({ webhookId }, { webhook }) => [
    'replaced the signing secret of the webhook ',
    which(await webhook(webhookId)),
  ],
  WebhookPaused: async ({ webhookId }, { webhook }) => [
    'paused the webhook ',
    which(await webhook(webhookId)),
  ],
  WebhookResumed: async ({ webhookId }, { webhook }) => [
    'resumed the webhook ',
    which(await webhook(webhookId)),
  ],
  WebhookTested: async ({ webhookId }, { webhook }) => [
    'sent a test event to the webhook ',
    which(await webhook(webhookId)),
  ],
  WebhookReplayed: async ({ webhookId, deliveries }, { webhook }) => [
    `sent ${deliveries === 1 ? 'a delivery' : `${deliveries} deliveries`} of the webhook `,
    which(await webhook(webhookId)),
    ' again',
  ],

  CampaignRecipientsUploaded: async ({ added }, { agent }) => [
    'uploaded ',
    which(added === 1 ? '1 recipient' : `${added} recipients`),
    ' of a campaign of ',
    agent,
  ],

  CannedResponseSaved: async ({ shortcut }, { read }) => [
    'saved the canned response ',
    which(await read(shortcut)),
  ],
}
