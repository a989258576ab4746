/** The ports between conversations and the other modules. */

import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { channels } from '@parley/contracts/conversation/events.ts'
import type { ModelCatalogue } from '@parley/contracts/models/catalogue.ts'
import type { TagRules } from '@parley/contracts/organisation/inbox-rules.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import type { ExpireApprovalsDeps } from './approval/expire-approvals.ts'
import type { DryRuns } from './dry-run/dry-run.ts'
import type { Exchange } from './dry-run/exchanges.ts'
import type { Recording } from './dry-run/recording.ts'
import type { TestedDocuments } from './dry-run/tested-documents.ts'
import type { HandBackDeps } from './handoff/hand-back-in-time.ts'
import type { HandoffRulesDeps } from './handoff/handoff-rules.ts'
import type { InboxDeps, replyAs } from './handoff/inbox.handlers.ts'
import type { UnassignClientsDeps } from './handoff/unassign-clients.policy.ts'
import type { Inbound } from './inbound/inbound.ts'
import type { Outside } from './inbound/outside.ts'
import type { Receive, ReceiveDeps } from './inbound/receive.ts'
import type { ModelKeys, ModelOptions } from './models/models.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { createWriteUnasked } from './outbound/write-unasked.ts'
import type { VoiceNotesDeps } from './transcription/voice-notes.ts'
import type { Transcripts } from './transcripts.ts'
import type { Credits } from './turn/charge/credits.ts'
import type { GenerateDeps } from './turn/generate/generate-reply.ts'
import type { Tools } from './turn/generate/tools.ts'
import type { OptOutReply } from './turn/run/confirm-opt-out.ts'
import type { SharedDrafts } from './turn/run/drafts.ts'
import type { ConversationDeps } from './visiting/start-and-send.handlers.ts'
import type { VisitorFile } from './visiting/visitor-files.ts'

/** What the module of conversations needs of others. */
export type ConversationNeeds = {
  whiteLabel: { poweredBy(tenant: string): Promise<{ line: PoweredBy | undefined }> }
  agentHolders: { organisationsOf: HandoffRulesDeps['organisationsOf'] }
  agents: {
    document(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
    forVisitor: ReceiveDeps['agentForVisitor']
    refuseStrangers: ConversationDeps['refuseStrangers']
    cleanCss(css: string, tenant: string): string
    leftOutOfCss(css: string): { from: number; to: number; why: string }[]
    readableCleanCss(css: string): string
  }
  answeringClients: { find: InboxDeps['answeringClient']; agentsEverOf: UnassignClientsDeps['agentsEverOf'] }
  assignedConversations: { openOf: UnassignClientsDeps['openOf'] }
  awaitedPeople: { since: HandBackDeps['awaited'] }
  credits: Credits
  files: {
    about(
      tenant: string,
      conversationId: string,
      fileId: string,
    ): Promise<Omit<VisitorFile, 'fileId'> | undefined>
    keep: ReceiveDeps['keepFile']
    open: VoiceNotesDeps['openFile']
    withAddresses: ConversationDeps['withAddresses']
  }
  knowledge: { retrieve: GenerateDeps['retrieve'] }
  metrics: { modelCalled: NonNullable<ModelOptions['onCall']> }
  optOuts: { replyTo: OptOutReply }
  organisations: { tagRules(tenant: string, organisationId: string): Promise<TagRules> }
  pendingApprovals: { since: ExpireApprovalsDeps['pending'] }
  people: { nameOf(userId: string): Promise<string | undefined> }
  prompts: { expanded: NonNullable<GenerateDeps['withPrompts']> }
  quotas: { of(tenant: string): Promise<{ drafts: number }>; reached(quota: 'drafts'): void }
  sharedDrafts: SharedDrafts
  team: { isOnline(tenant: string, agentId: string): Promise<boolean> }
  tools: Tools
  transcripts: Transcripts
  workspaces: {
    handoffRules: HandoffRulesDeps['ofWorkspace']
    memberAnswers: InboxDeps['memberAnswers']
    standingOf(tenant: string): Promise<unknown>
    tagRules(tenant: string): Promise<TagRules>
  }
}
/** The configuration that it reads. */
export type ConversationSettings = ModelKeys & {
  catalogue: ModelCatalogue
  masterKey: Buffer
  DIALOG_API_URL: string
  TRANSCRIPTION_MODEL?: string | undefined
  TRANSCRIPTION_MOST_SECONDS: number
}

/** What it provides to others. */
export type ConversationProvides = {
  conversations: {
    /** Whether a conversation is recorded, where it takes place, and whom it is assigned to; undefined if there is none. */
    about(
      tenant: string,
      conversationId: string,
    ): Promise<
      | {
          recorded: boolean
          channel: (typeof channels)[number] | undefined
          agentId: string | undefined
          assignee: string | undefined
        }
      | undefined
    >
    /** The user who owns a conversation, what the team has read or written of it, and whether they have it open. */
    takenOver(
      tenant: string,
      conversationId: string,
    ): Promise<{ userId: string; readUpTo: number; watching: boolean } | undefined>
    /** The conversations whose visitor has the chat open, in any process, those who came last first. */
    connected(tenant: string): Promise<string[]>
    isOfAgent(tenant: string, agentId: string, conversationId: string): Promise<boolean>
    /** Whether it is one of the test panel. */
    isTest(tenant: string, conversationId: string): Promise<boolean>
    /** The subject whose key seals a conversation of an agent; undefined if there is none, or it is deleted. */
    subjectOf(tenant: string, agentId: string, conversationId: string): Promise<string | undefined>
    /** The exchanges among about the first `most` messages; undefined if there is no such conversation of the agent. */
    exchanges(
      tenant: string,
      agentId: string,
      conversationId: string,
      most: number,
    ): Promise<Exchange[] | undefined>
    /** What is needed to replay a conversation of an agent; undefined if there is none, or it is deleted. */
    recording(tenant: string, agentId: string, conversationId: string): Promise<Recording | undefined>
    /** Discards the reply in progress; used when a conversation is erased. */
    discardReply(conversationId: string): void
    /** Notifies those who follow a conversation that it changed. */
    changed(conversationId: string): void
    /** Receives a message of a contact of a connected channel. */
    receive: Receive
    /** Adds a message of a visitor to a conversation. */
    add: Inbound['add']
  }
  models: {
    /** The model of an agent: whether it is configured, and what is missing if not. */
    ofAgent(tenant: string, agentId: string): Promise<{ configured: boolean; modelId: string; note?: string }>
  }
  /** Replies without side effects, for the tests of agents. */
  dryRuns: DryRuns & TestedDocuments
  /** What happens to a conversation in the app of its channel's provider. */
  outside: Outside
  outbound: Outbound & {
    /** Adds what a person of the team says by a call of another module, such as a template. They take the conversation over. */
    replyAs(
      call: Pick<Call, 'principal' | 'tenant' | 'context'>,
      said: { agentId: string; conversationId: string; messageId: string; blocks: Block[] },
    ): ReturnType<typeof replyAs>
    /** Writes to a contact who has not asked, such as for a campaign. */
    writeUnasked: ReturnType<typeof createWriteUnasked>
    /** The language that a text is written in; undefined if that is not certain. */
    languageIn(text: string): string | undefined
  }
  replies: {
    /** Returns an amount of credits of which no turn of an agent with this document holds less. */
    smallestHold(document: AgentDocument): number
    /** The position of the log through which replies were charged for. */
    chargedThrough(): Promise<number>
  }
}
