/** What the module of tests needs of others. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import type { PlayedLine, RecordedReply } from '@parley/contracts/evaluation/test-result.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { KnownText } from './suggestions.ts'

type Played = {
  agentId: string
  document: AgentDocument
  /** Names what is played: it is charged once. */
  id: string
  runId: string
  signal: AbortSignal
}

/** Replies without side effects. */
export type DryRuns = {
  play(
    context: CommandContext,
    request: Played & {
      lines: readonly string[]
      toolResults?: readonly { tool: string; result: string }[]
      recordedCalls?: Recording['calls']
      visitor?: { lang?: string | undefined; timeZone?: string | undefined }
      /** Nothing is charged; `cost` says what would have been. */
      uncharged?: boolean
    },
  ): Promise<
    | { ok: true; replies: (Omit<PlayedLine, 'says' | 'reply'> & { reply: string | undefined })[] }
    | { ok: false; reason: 'no-credits' }
  >
  judgeTone(
    context: CommandContext,
    request: Played & { tone: string; says: string; reply: string },
  ): Promise<{ fits: boolean | undefined; why: string; cost: number } | undefined>
  /** Credits of a reply: at most, and about. */
  estimate(document: AgentDocument): { most: number; about: number }
  refusalOf(
    tenant: string,
    document: AgentDocument,
  ): Promise<'dialog-not-testable' | 'draft-too-large' | 'storage-limit-reached' | undefined>
  keep(tenant: string, runId: string, version: string, document: AgentDocument): Promise<void>
  kept(tenant: string, runId: string, version: string): Promise<AgentDocument | undefined>
  hashOf(document: AgentDocument): string
}

/** A conversation as it was recorded. */
export type Recording = {
  subject: string
  lang?: string | undefined
  timeZone?: string | undefined
  exchanges: { says: string; recorded: RecordedReply }[]
  calls: {
    name: string
    outcome: 'ok' | 'error' | 'refused' | 'time-out' | 'too-large'
    status?: number | undefined
    request: string
    response: string
  }[]
}

export type Exchange = { messageIds: string[]; says: string; source?: string; handedOver: boolean }

export type EvaluationNeeds = {
  prompts: {
    /**
     * The document with the texts of the prompts of the library that it refers to. `trial`: a version in place of the
     * published one.
     */
    expanded(
      tenant: string,
      document: AgentDocument,
      trial?: { promptId: string; version: number },
    ): Promise<AgentDocument>
    /** The text of a version of a prompt; undefined if there is none. */
    textOf(tenant: string, promptId: string, version: number): Promise<string | undefined>
  }
  agents: {
    document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
    /** The document that the agent would have with this draft published. */
    afterSaving(tenant: string, agentId: string, draft: AgentDocument): Promise<AgentDocument | undefined>
    refuseStrangers(
      place: { tenant: string; agentId: string | undefined },
      document: AgentDocument,
      within?: string,
    ): Promise<{ ok: false; rejection: Rejection } | undefined>
  }
  conversations: {
    subjectOf(tenant: string, agentId: string, conversationId: string): Promise<string | undefined>
    exchanges(
      tenant: string,
      agentId: string,
      conversationId: string,
      most: number,
    ): Promise<Exchange[] | undefined>
    recording(tenant: string, agentId: string, conversationId: string): Promise<Recording | undefined>
  }
  dryRuns: DryRuns
  recent: {
    /** The newest conversations of visitors with an agent, by id. */
    conversationsOf(
      tenant: string,
      agentId: string,
      of: { most: number; from?: string | undefined; until?: string | undefined },
    ): Promise<string[]>
  }
  knowledge: {
    chunksOf(tenant: string, agentId: string): Promise<readonly KnownText[]>
    languageOf(text: string): Promise<string | undefined>
  }
  testCases: {
    /** The texts of an agent's cases, by id; without those that were erased. */
    ofAgent(tenant: string, agentId: string): Promise<TestCase[]>
    textsOf(
      tenant: string,
      caseIds: readonly string[],
      after: number,
    ): Promise<Map<string, { testCase: TestCase; conversationId: string | undefined }>>
  }
}
