/**
 * Transcribes visitors' voice notes for the team while a person owns the conversation, or somebody waits for one. Each costs its length once,
 * at most that of the longest one, within the agent's monthly limits.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type ConversationState, conversation, type Started, subjectOf } from '../conversation.decider.ts'
import { ModelError } from '../models/model-error.ts'
import { messageOf, type Transcripts } from '../transcripts.ts'
import { type Credits, limitsOf, paidByOrganisation } from '../turn/charge/credits.ts'
import { transcriptionCost } from '../turn/generate/hear-voice-notes.ts'
import type { HeardNote } from './transcripts.decider.ts'
import type { VoiceNote, VoiceNotes } from './voice-notes.ts'

/** With a change of hands, the messages that the agent was about to answer are left to the team. */
const events = pick(conversationEvents, 'VisitorMessageReceived', 'OwnershipChanged')

export type TranscribeForTeamDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  /** Undefined where nothing transcribes. */
  voiceNotes: VoiceNotes | undefined
  credits: Credits
  transcripts: Transcripts
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  /** Called with why a voice note was not transcribed. Never receives text. */
  onFault(error: unknown, conversationId: string): void
  now?: () => number
}

export function transcribeForTeamPolicy(deps: TranscribeForTeamDeps): Policy<typeof events> {
  const { handle, load, voiceNotes, credits, transcripts, agentDocument, onFault, now = Date.now } = deps

  return definePolicy({
    name: 'transcribe-for-team',
    startFrom: 'current',
    events,
    async react({ tenant, cause, stream, id: event, ...happened }) {
      if (!voiceNotes) return
      const conversationId = stream.slice(conversation.category.length + 1)
      const found = await load(conversation, conversationId, tenant)
      const started = found?.state.started
      // Otherwise the agent's own turn records the transcript.
      if (!started || started.imported || found.state.deleted || found.state.owner === 'agent') return
      const messages =
        happened.type === 'OwnershipChanged'
          ? leftToTeam(found.state, happened.data.index)
          : [await messageOf(transcripts, found, happened.data.messageId)]
      const of = { tenant, conversationId }
      const notes = await voiceNotes.find(
        of,
        messages.filter((one) => one !== undefined),
      )
      if (notes.length === 0) return
      const document = await agentDocument(tenant, started.agentId, started.agentVersion)
      if (!document) return
      const context = {
        tenant,
        actor: { kind: 'system', id: `agent ${started.agentId}` },
        cause: { ...cause, via: 'policy', by: 'transcribe-for-team', event },
        subject: subjectOf(started),
      } as const
      for (const note of notes) {
        const heard = await hear(voiceNotes, note, { context, started, document })
        if (!heard) continue
        const own = { ...context.cause, command: `transcribed/${note.fileId}` }
        const command = { type: 'RecordTranscripts', heard: [heard] } as const
        const handled = await handle(conversation, conversationId, command, { ...context, cause: own })
        if (!handled.ok && handled.rejection.code !== 'deleted') throw new Error(handled.rejection.code)
        voiceNotes.recorded(of, [heard])
      }
    },
  })

  /** Holds credits, transcribes and charges; undefined if one of them is not possible. */
  async function hear(
    { hear, modelId }: VoiceNotes,
    note: VoiceNote,
    { context, started, document }: { context: CommandContext; started: Started; document: AgentDocument },
  ): Promise<HeardNote | undefined> {
    const { conversationId, agentId, channel } = started
    const workspaceId = context.tenant
    const holdId = `${conversationId}.heard.${note.fileId}`
    const name = { workspaceId, holdId }
    const amount = transcriptionCost(credits, [{ ...note, modelId }])
    const payers = { workspaceId, agentId, organisationFirst: paidByOrganisation(channel) }
    const held = await credits.holdCredits({ ...payers, ...limitsOf(document), holdId, amount, tokens: 0 })
    if (!held.ok) return undefined
    let cost: number | 'unknown' = 0
    try {
      const heard = await hear({ tenant: context.tenant, conversationId }, note)
      if (!heard) return undefined
      const price = transcriptionCost(credits, [heard])
      if (price === 0) return heard
      const reserved = await credits.reservationOf({ ...name, amount })
      if (!reserved) return undefined
      const { reservationId, organisationId } = reserved
      const charge = {
        ...{ reservationId, holdId, conversationId, agentId, amount: price, modelId },
        ...{ inputTokens: 0, outputTokens: 0, purpose: 'transcription' as const },
        at: new Date(now()).toISOString(),
      }
      cost = 'unknown'
      const command = `transcribe/${conversationId}/${note.fileId}`
      const paid = { ...context, cause: { ...context.cause, command } }
      const charged = await credits.chargeOutsideTurn({ workspaceId, organisationId, charge }, paid)
      if (charged.ok) cost = price
      return heard
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      onFault(error, conversationId)
      return undefined
    } finally {
      credits.endHold(name, cost)
    }
  }
}

/** The messages before an index that the agent did not answer; each of the later ones is an event of its own. */
function leftToTeam({ messages, visitorMessages }: ConversationState, until: number): MessageView[] {
  const left = new Set(
    visitorMessages.filter(({ outcome }) => outcome === 'left').map(({ messageId }) => messageId),
  )
  return messages.filter(({ id, index }) => index < until && left.has(id))
}
