/** Sends the step of a campaign that a recipient is to get next, once, and records what became of it. */
import { messageIdOf } from '@parley/contracts/campaign/message-id.ts'
import { renderedTemplate, renderedText } from '@parley/contracts/campaign/rendered-text.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { ContactKeys } from '../audience/addresses.ts'
import type { Campaign } from '../campaign.decider.ts'
import { contact } from '../contact.decider.ts'
import { type Recipient, type RecipientCommand, recipient } from '../recipient.decider.ts'
import type { CampaignSender } from '../senders.ts'
import { afterQuietHours, firstTime } from './send-times.ts'

export type SendDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  keys: ContactKeys
  now(): number
}

/** `later`: its time has not come. */
export type Outcome = 'written' | 'failed' | 'later' | 'nothing' | 'channel-gone'

const HOUR_MS = 3_600_000
const FIRST_PAUSE_MS = 30_000
const MOST_FAILURES = 10

export async function sendToRecipient(
  deps: SendDeps,
  sender: CampaignSender,
  { campaignId, settings, startedAt = '' }: Campaign,
  { tenant, recipientId }: { tenant: string; recipientId: string },
): Promise<Outcome> {
  const { handle, load, refresh, keys } = deps
  await refresh(recipient.category, recipientId)
  const found = (await load(recipient, recipientId, tenant))?.state
  if (found?.is !== 'live' || !found.open || found.campaignId !== campaignId) return 'nothing'
  const now = deps.now()
  const step = settings.steps[found.step]
  if (!step) return 'nothing'
  const at = timeFor(settings, found, Date.parse(startedAt))
  if (at > now) {
    if (found.dueAt !== iso(at))
      await record({ type: 'Postpone', step: found.step, dueAt: iso(at), failed: false })
    return 'later'
  }
  if (found.address === ERASED) return fail('erased')
  const messageId = messageIdOf({ recipientId, step: found.step, retries: found.retries })
  const context = commandContext(tenant, campaignId, messageId)
  const { contactKey } = found
  const write = { contactKey, campaignId, recipientId, step: found.step, cap: settings.cap }
  const allowed = await handle(contact, contactKey, { type: 'WriteToContact', ...write }, context)
  if (!allowed.ok) return refused(allowed.rejection.code)
  const { conversationId } = found
  if (conversationId !== undefined) {
    // An answer to a mail comes into the conversation on the website, which is known by a key of its own.
    const key = keys.ofConversation(tenant, conversationId)
    const { cap: _, ...own } = write
    await handle(contact, key, { type: 'WriteToContact', ...own, contactKey: key }, context)
  }
  const written = found.variant === 'b' ? (step.b ?? step.a) : step.a
  const sent = await sender.send({
    ...{ context, campaignId, settings, messageId, contactKey, conversationId },
    ...{ address: found.address, variables: found.variables },
    subject: renderedText(written.subject ?? '', found.variables)
      .replace(/\s+/g, ' ')
      .trim(),
    text: renderedText(written.text, found.variables),
    ...(step.template && { template: renderedTemplate(step.template, found.variables) }),
  })
  switch (sent.became) {
    case 'channel-gone':
      return 'channel-gone'
    case 'failed':
      return fail(sent.reason)
    case 'postponed': {
      if (found.failures >= MOST_FAILURES) return fail('unreachable')
      const pause = Math.max(Math.min(FIRST_PAUSE_MS * 2 ** found.failures, HOUR_MS), sent.afterMs ?? 0)
      await record({ type: 'Postpone', step: found.step, dueAt: iso(now + pause), failed: true })
      return 'later'
    }
    case 'written': {
      const next = settings.steps[found.step + 1]
      const dueAt = next && { dueAt: iso(deps.now() + next.afterHours * HOUR_MS) }
      const { became: _, ...became } = sent
      await record({ type: 'RecordWritten', step: found.step, messageId, ...became, ...dueAt })
      return 'written'
    }
  }

  async function refused(code: string): Promise<Outcome> {
    if (code === 'opted-out') {
      await record({ type: 'OptOut', by: 'person' })
      return 'failed'
    }
    return fail('frequency-cap')
  }

  async function fail(
    reason: Extract<RecipientCommand, { type: 'RecordFailed' }>['reason'],
  ): Promise<Outcome> {
    await record({ type: 'RecordFailed', step: found?.is === 'live' ? found.step : 0, reason })
    return 'failed'
  }

  async function record(command: RecipientCommand): Promise<void> {
    const nth =
      found?.is === 'live' ? `${found.step}/${found.failures}/${found.retries}/${found.dueAt ?? ''}` : ''
    const own = commandContext(tenant, campaignId, `${recipientId}/${command.type}/${nth}`)
    const recorded = await handle(recipient, recipientId, command, own)
    if (!recorded.ok && recorded.rejection.code !== 'not-found') throw new Error(recorded.rejection.code)
  }
}

function timeFor(settings: CampaignSettings, found: Recipient, startedAt: number): number {
  const due = found.dueAt === undefined ? startedAt : Date.parse(found.dueAt)
  const at = found.step === 0 && found.retries === 0 ? firstTime(settings, found.timeZone, due) : due
  return afterQuietHours(settings, found.timeZone, at)
}

const iso = (ms: number) => new Date(ms).toISOString()

export function commandContext(tenant: string, campaignId: string, command: string): CommandContext {
  return {
    tenant,
    actor: { kind: 'policy', id: 'campaignrun' },
    cause: { via: 'policy', by: 'campaignrun', command, correlation: campaignId },
  }
}
