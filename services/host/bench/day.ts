/**
 * A day of traffic, written by the real deciders: conversations of all lengths with many agents of many workspaces,
 * several hundred at a time, with the team's work on them. Deterministic: the same on every run.
 */
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { type CommandContext, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'

const WORKSPACES = 25
const AGENTS_EACH = 2
const AT_ONCE = 300
const DAY_MS = 86_400_000
const questions = [
  'When does the parcel arrive that I ordered on Monday?',
  'Do you also repair lamps that were bought elsewhere, and what would that cost me?',
  'thanks!',
  'Hello, I changed my mind about the blue armchair. Can I send it back, and who pays for that?',
]
const answers = [
  'Parcels take two to four working days; you find the tracking link in our e-mail.',
  'Yes. **Bring it along** from nine to five, every day but Sunday. Small repairs are done while you wait and cost from 15, larger ones take up to eight working days.',
]
const languages = ['en', 'en', 'en', 'de-AT', 'es', 'fr']
const countries = ['GB', 'US', 'IE', 'AT', 'ES', 'FR', undefined]

/** Messages of visitors, agents and people, including the agents' first messages. */
export type Day = { messages: number; visitorMessages: number; conversations: number }

/** Writes conversations until they contain `messages` messages. */
export async function writeDay(
  eventStore: EventStore,
  keyring: Keyring,
  messages: number,
  startsAt: number,
): Promise<Day> {
  const day: Day = { messages: 0, visitorMessages: 0, conversations: 0 }
  // Time advances over the whole day while it is written.
  const now = () => new Date(startsAt + Math.min(1, day.messages / messages) * (DAY_MS - 1))
  const { handle } = createCommandHandler({ eventStore, keyring, now, maxBytes: 400_000_000 })
  const credits = creditsCommands({ handle })
  for (let nth = 0; nth < WORKSPACES; nth++)
    await done(
      credits.grantCredits(
        { workspaceId: `w${nth}`, amount: 1_000_000, reason: 'demo' },
        contextOf(nth, 'grant'),
      ),
    )
  await Promise.all(Array.from({ length: AT_ONCE }, visitors))
  return day

  async function visitors(): Promise<void> {
    while (day.messages < messages) await visit(day.conversations++)
  }

  async function visit(nth: number): Promise<void> {
    const chance = chanceOf(nth)
    const conversationId = `conversation${nth}`
    const agentId = agentOf(nth % WORKSPACES, nth % AGENTS_EACH)
    const context = (name: string) => ({
      ...contextOf(nth, name),
      subject: `conversation-${conversationId}`,
    })
    const tell = (name: string, command: Parameters<typeof conversation.decider.decide>[0]) =>
      done(handle(conversation, conversationId, command, context(name)))

    await tell('start', {
      type: 'StartConversation',
      conversation: {
        conversationId,
        agentId,
        visitorId: `visitor${nth % 7_000}`,
        channel: 'web-chat',
        lang: languages[nth % languages.length] ?? 'en',
        ...(countries[nth % countries.length] ? { country: countries[nth % countries.length] } : {}),
        browser: 'Firefox',
        platform: 'Windows',
      },
      firstMessages: [{ messageId: `${nth}-first`, blocks: [{ type: 'text', text: 'Hi! How can I help?' }] }],
    })
    day.messages++
    // Most end after a question or two, some are long; in one of twelve the visitor says nothing.
    const turns = nth % 12 === 0 ? 0 : 1 + Math.floor(-Math.log(1 - chance(0)) * 3.2)
    for (let turn = 0; turn < turns && day.messages < messages; turn++) await takeTurn(turn)
    if (turns > 0) await aftermath()

    async function takeTurn(turn: number): Promise<void> {
      const messageId = `${nth}-${turn}`
      const holdId = `${conversationId}.${messageId}`
      const about = { workspaceId: workspaceOf(nth), holdId }
      await tell(`ask-${turn}`, {
        type: 'ReceiveVisitorMessage',
        messageId,
        text: questions[(nth + turn) % questions.length] ?? '',
      })
      day.messages++
      day.visitorMessages++
      const hold = { ...about, amount: 2, agentId, conversationId }
      await done(credits.holdCredits(hold, context(`hold-${turn}`)))
      if (chance(turn + 1) < 0.02) {
        await tell(`fail-${turn}`, {
          type: 'RecordFailure',
          messageId: `${messageId}-f`,
          inReplyTo: messageId,
          attempt: 1,
          notice: 'Please try again.',
          reason: 'time-out',
        })
        await done(credits.releaseCredits({ ...about, reason: 'time-out' }, context(`release-${turn}`)))
      } else {
        const used = { modelId: 'gpt-4o-mini', inputTokens: 800, outputTokens: 60 }
        const text = answers[(nth + turn) % answers.length] ?? ''
        await tell(`reply-${turn}`, {
          type: 'RecordReply',
          reply: {
            messageId: `${messageId}-r`,
            inReplyTo: messageId,
            blocks: [{ type: 'text', text }],
            sources: [{ sourceId: `source-${agentId}`, name: 'Questions and answers' }],
            ...used,
            tookMs: 500 + Math.floor(chance(turn + 50) * 5_000),
            cost: 0.4,
            grounded: chance(turn + 100) > 0.08,
          },
        })
        await done(credits.settleCredits({ ...about, ...used, amount: 0.4 }, context(`settle-${turn}`)))
      }
      day.messages++
    }

    async function aftermath(): Promise<void> {
      const person = { userId: `user${nth % WORKSPACES}`, displayName: 'Nora Winther' }
      if (chance(200) < 0.07) {
        await tell('handoff', { type: 'RequestHandoff', by: 'visitor', offline: false, silencesAgent: true })
        await tell('take-over', { type: 'TakeOver', person })
        const blocks = [{ type: 'text' as const, text: 'Hello, this is Nora. I’ll look at it right away.' }]
        await tell('person', { type: 'ReplyAsPerson', messageId: `${nth}-person`, blocks, person })
        day.messages++
      }
      if (chance(201) < 0.2)
        await tell('rate', { type: 'GiveFeedback', rating: chance(202) < 0.8 ? 'up' : 'down' })
      if (chance(203) < 0.3) await tell('tag', { type: 'TagConversation', tags: ['Delivery'] })
      if (chance(204) < 0.6) await tell('read', { type: 'MarkRead', index: undefined })
      if (chance(205) < 0.4) await tell('resolve', { type: 'SetStatus', status: 'resolved' })
    }
  }
}

const workspaceOf = (nth: number) => `w${nth % WORKSPACES}`
const agentOf = (workspace: number, agent: number) => `agent-${workspace}-${agent}`

/** Every agent with its workspace. */
export const agentsOfDay: readonly { tenant: string; agentId: string }[] = Array.from(
  { length: WORKSPACES * AGENTS_EACH },
  (_, nth) => ({
    tenant: workspaceOf(nth % WORKSPACES),
    agentId: agentOf(nth % WORKSPACES, Math.floor(nth / WORKSPACES)),
  }),
)

function contextOf(nth: number, name: string): CommandContext {
  const command = `${nth}/${name}`
  return {
    tenant: workspaceOf(nth),
    actor: { kind: 'visitor', id: `visitor${nth % 7_000}` },
    cause: { via: 'widget', command, correlation: command },
  }
}

/** Numbers from 0 to 1 that are the same for the nth conversation on every run. */
function chanceOf(nth: number): (what: number) => number {
  return (what) => {
    let mixed = Math.imul(nth * 1_000 + what + 1, 0x9e3779b1)
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

async function done(
  outcome: Promise<{ ok: true } | { ok: false; rejection: { message: string } }>,
): Promise<void> {
  const settled = await outcome
  if (!settled.ok) throw new Error(settled.rejection.message)
}
