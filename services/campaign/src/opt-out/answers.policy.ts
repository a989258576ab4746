/**
 * Ends the steps of a campaign for whoever answers, and all campaigns for whoever asks for that, by a word that says nothing
 * else.
 */
import { ofMessage } from '@parley/contracts/campaign/message-id.ts'
import type { CampaignMedium, OptOutWay } from '@parley/contracts/campaign/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type Contact, contact } from '../contact.decider.ts'
import { contactSubject, type RecipientCommand, recipient } from '../recipient.decider.ts'
import type { WriteUnasked } from '../send-through-channel.ts'
import type { OptOutConfirmations } from './confirmations.ts'
import { isOptOut } from './opt-out-word.ts'

export type AnswersDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  confirmations: OptOutConfirmations
  open(tenant: string, texts: string[]): Promise<string[]>
  writeUnasked: WriteUnasked
  /** Whether the agent does not answer this message, since a person has the conversation. */
  isLeftToPeople(tenant: string, conversationId: string, messageId: string): Promise<boolean>
}

export function campaignAnswers(deps: AnswersDeps) {
  const { handle, load, refresh, confirmations } = deps
  const events = pick(conversationEvents, 'VisitorMessageReceived')
  return definePolicy({
    name: 'campaign-answers',
    startFrom: 'current',
    events,
    async react(event) {
      const { tenant, stream, data } = event
      const conversationId = idIn(stream, 'conversation')
      if (conversationId === undefined) return
      const reached = await confirmations.contactIn(tenant, conversationId, data.channel)
      if (!reached) return
      await refresh(contact.category, reached.contactKey)
      const found = (await load(contact, reached.contactKey, tenant))?.state
      if (!found || found.written.length === 0) return
      const context = reactingTo(event, 'campaign-answers')
      const [text = ''] = await deps.open(tenant, [data.text])
      if (isOptOut(text)) {
        const became = await optOut(deps, context, { ...reached, by: 'word' })
        const isLeft = () => deps.isLeftToPeople(tenant, conversationId, data.messageId)
        // Otherwise the agent's reply says it.
        if (became === 'opted-out' && (await isLeft()))
          await confirm(context, { ...data, conversationId, text })
        if (became !== 'unknown') return
      }
      await recordAnswer(found, conversationId, context)
    },
  })

  /** Says in the conversation, whose contact has just written, that no more messages come. */
  async function confirm(
    context: CommandContext,
    of: {
      conversationId: string
      messageId: string
      agentId: string
      text: string
      lang?: string | undefined
    },
  ): Promise<void> {
    const { conversationId, agentId } = of
    const said = await confirmations.textFor(context.tenant, of)
    const written = await deps.writeUnasked(atStep(context, 'confirm'), {
      ...{ agentId, to: { conversationId }, variables: {} },
      messageId: `optedout-${derivedId(20, 'opted out', context.cause.command)}`,
      blocks: [{ type: 'text', text: said }],
      // The agent does not say it again once it has the conversation.
      answers: of.messageId,
    })
    if (!written.ok && !['not-found', 'deleted'].includes(written.rejection.code))
      throw new Error(written.rejection.code)
  }

  /** The answer is to the newest message; other campaigns that would write once more end, too. */
  async function recordAnswer(
    { written }: Contact,
    conversationId: string,
    context: CommandContext,
  ): Promise<void> {
    const ids = [...new Set(written.map(({ recipientId }) => recipientId).toReversed())]
    for (const [nth, recipientId] of ids.entries()) {
      await refresh(recipient.category, recipientId)
      const state = (await load(recipient, recipientId, context.tenant))?.state
      if (state?.is !== 'live' || (nth > 0 && !state.open)) continue
      const command = { type: 'RecordAnswer', conversationId } as const
      await handle(recipient, recipientId, command, atStep(context, recipientId))
    }
  }
}

/**
 * Keeps a contact out of all campaigns, and ends those under way. Without its address, which a conversation on the website
 * does not tell, those of the campaigns that stand in it are taken, of mails and of notifications alike.
 * `already`: it was kept out before, by another cause than this one. `unknown`: no address is known.
 */
export async function optOut(
  { handle, load, refresh }: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>,
  context: CommandContext,
  of: { contactKey: string; medium: CampaignMedium; address: string; by: OptOutWay },
): Promise<'opted-out' | 'already' | 'unknown'> {
  const { tenant } = context
  await refresh(contact.category, of.contactKey)
  const written = (await load(contact, of.contactKey, tenant))?.state.written ?? []
  const ids = [...new Set(written.map(({ recipientId }) => recipientId))]
  const contacts = new Map<string, Pick<typeof of, 'contactKey' | 'medium' | 'address'>>()
  if (of.address !== '') contacts.set(of.medium, of)
  for (const recipientId of ids) {
    await refresh(recipient.category, recipientId)
    const state = (await load(recipient, recipientId, tenant))?.state
    if (state?.is !== 'live') continue
    // The newest of each medium.
    if (of.address === '') contacts.set(state.medium, state)
    const command: RecipientCommand = { type: 'OptOut', by: of.by }
    await handle(recipient, recipientId, command, atStep(context, recipientId))
  }
  let became: 'opted-out' | 'already' | 'unknown' = 'unknown'
  for (const { contactKey, medium, address } of contacts.values()) {
    const command = { type: 'OptOutContact', contactKey, medium, address, by: of.by } as const
    const step = medium === of.medium ? 'contact' : `contact/${medium}`
    const own = { ...atStep(context, step), subject: contactSubject(contactKey) }
    const handled = await handle(contact, contactKey, command, own)
    if (!handled.ok) throw new Error(handled.rejection.code)
    if (handled.events.length > 0 || handled.repeated) became = 'opted-out'
    else if (became === 'unknown') became = 'already'
  }
  return became
}

/**
 * Records what channels say of messages of campaigns. That one was sent changes nothing of what follows; the read model of
 * recipients reads it in the conversation.
 */
export function campaignDeliveries({ handle }: Pick<CommandHandler, 'handle'>) {
  const events = pick(conversationEvents, 'MessageDeliveryChanged')
  return definePolicy({
    name: 'campaign-deliveries',
    startFrom: 'origin',
    events,
    async react(event) {
      const { messageId, state, reason } = event.data
      const of = state === 'sent' ? undefined : ofMessage(messageId)
      if (!of) return
      const command = {
        ...({ type: 'RecordDelivery', step: of.step, state } as const),
        ...(reason === undefined ? {} : { reason }),
      }
      const context = reactingTo(event, 'campaign-deliveries')
      const handled = await handle(recipient, of.recipientId, command, context)
      if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
    },
  })
}
