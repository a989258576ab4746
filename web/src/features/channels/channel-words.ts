/** What channels are called and how they are described, and how they do, in words. */
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import type { ChannelKind, CheckState, SetupFailure } from '@parley/contracts/channel/names.ts'
import { count, exactTime, messagesOf, waitedFor } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { failureNames } from '../../shell/delivery-words.ts'

/**
 * The cards in the order of part 1 §2, and our own. `kind`: of what can be connected. `deprecated`: never again, as its
 * provider ended it; the others are coming.
 */
export const channelCards: readonly {
  id: string
  label: string
  purpose: string
  kind?: ChannelKind
  deprecated?: true
}[] = [
  {
    id: 'whatsapp',
    label: 'WhatsApp',
    purpose: 'Answers messages to your WhatsApp Business number.',
    kind: 'whatsapp',
  },
  {
    id: 'instagram',
    label: 'Instagram',
    purpose: 'Answers direct messages to your Instagram page.',
    kind: 'instagram',
  },
  {
    id: 'messenger',
    label: 'Messenger',
    purpose: 'Answers messages to your Facebook page.',
    kind: 'messenger',
  },
  {
    id: 'discord',
    label: 'Discord',
    purpose: 'Answers in channels of your Discord server.',
    kind: 'discord',
  },
  {
    id: 'telegram',
    label: 'Telegram',
    purpose: 'Answers messages to your Telegram bot.',
    kind: 'telegram',
  },
  { id: 'voice', label: 'Voice', purpose: 'Answers phone calls.' },
  {
    id: 'google',
    label: 'Google Business Chat',
    purpose: 'Google has discontinued its chat for businesses.',
    deprecated: true,
  },
  { id: 'email', label: 'Email', purpose: 'Answers e-mails to your address.' },
  {
    id: 'webhook',
    label: 'Webhook',
    purpose: 'Connects your own server, for any place where people write to you.',
    kind: 'webhook',
  },
]

/** What to do about a channel that its provider does not accept. */
export function setupAdviceOf({ kind, setup }: Pick<ChannelView, 'kind' | 'setup'>): string {
  const { reason = 'refused' } = setup
  if (kind === 'discord' && reason === 'credentials-refused') return 'Create one, and replace its URL here.'
  if (kind === 'discord' && reason === 'refused') return 'Then try again.'
  return setupAdvice[reason]
}

const setupAdvice: Record<SetupFailure, string> = {
  'credentials-refused': 'Disconnect it and connect it again with a valid token.',
  refused: 'Try again, or disconnect it and connect it again.',
  'address-not-allowed': 'Its address leads into a private network. Choose a public one.',
  expired: 'It could not be reached for a day. Try again.',
}

/** That the token of a channel that works ends soon, and what to do. */
export function tokenEndOf({
  kind,
  setup,
  tokenEndsAt,
}: Pick<ChannelView, 'kind' | 'setup' | 'tokenEndsAt'>): string | undefined {
  if (tokenEndsAt === undefined || setup.state !== 'ready') return undefined
  const advice = kind === 'whatsapp' ? 'Save the number with a new one' : 'Connect the page with a new one'
  return `Its access token ends on ${exactTime(new Date(tokenEndsAt))}. ${advice} before then.`
}

/** Why a channel could not be set up, as part 1 §8 says, if it could not. */
export function setupFailureOf({
  kind,
  setup,
  account,
}: Pick<ChannelView, 'kind' | 'setup' | 'account'>): string | undefined {
  if (setup.state !== 'failed') return undefined
  const { reason = 'refused', description } = setup
  if (kind === 'discord' && description) return description
  if (kind === 'discord' && reason === 'credentials-refused')
    return 'The webhook no longer exists in Discord.'
  if (kind === 'telegram' && description) return `Failed to set webhook: ${description}`
  if (kind === 'whatsapp')
    return `Failed to connect ${account.phoneNumber}: ${description ?? setupFailures[reason]}`
  if (kind === 'messenger' || kind === 'instagram')
    return `Failed to connect the page. ${description ?? setupFailures[reason]}`
  return setupFailures[reason]
}

export const setupFailures: Record<SetupFailure, string> = {
  'credentials-refused': 'The provider does not accept the token.',
  refused: 'The provider refused the connection.',
  'address-not-allowed': 'The address leads into a private network.',
  expired: 'The provider could not be reached for a day.',
}

/** How a channel stands at its provider. */
export const checkWords: Record<'telegram' | 'whatsapp' | 'page', Record<CheckState, string>> = {
  telegram: {
    connected: 'Telegram delivers to this agent.',
    'not-connected': 'Telegram delivers somewhere else. Disconnect the bot and add it again.',
    'credentials-refused': 'Telegram no longer accepts the token. Disconnect the bot and add it again.',
    unreachable: 'Telegram could not be asked.',
    'not-checked': '',
  },
  whatsapp: {
    connected: 'Meta delivers to this agent.',
    'not-connected': 'Meta delivers somewhere else. Remove the number and connect it again.',
    'credentials-refused': 'Meta no longer accepts the access token. Save the number with a new one.',
    unreachable: 'Meta could not be asked.',
    'not-checked': '',
  },
  page: {
    connected: 'The page tells the app of its messages.',
    'not-connected': 'The page does not tell the app of its messages. Remove it and connect it again.',
    'credentials-refused': 'Meta no longer accepts the access token. Connect the page with a new one.',
    unreachable: 'Meta could not be asked.',
    'not-checked': '',
  },
}

/** How a channel stands at Discord. */
export const discordCheckWords: Record<CheckState, string> = {
  connected: 'The bot reads there, and the webhook writes.',
  'not-connected': 'The bot can’t see this channel. Add it to the server, and allow it to view the channel.',
  'credentials-refused': 'The webhook no longer exists in Discord. Create one, and replace its URL here.',
  unreachable: 'Discord could not be asked.',
  'not-checked': '',
}

/** That nothing has come in for unusually long. */
export function silenceOf(
  { silence, lastInAt }: Pick<ChannelHealth, 'silence' | 'lastInAt'>,
  now = Date.now(),
): string | undefined {
  if (!silence || lastInAt === undefined) return undefined
  const usual = waitedFor(new Date(now - silence.usualMs).toISOString(), now)
  const time = waitedFor(lastInAt, now)
  return t('No message for {time}; the longest pause before was {usual}.', { time, usual })
}

/** What was not delivered in the last seven days, with the reasons. */
export function failuresOf({ failures }: Pick<ChannelHealth, 'failures'>): string | undefined {
  const messages = failures.reduce((sum, one) => sum + one.messages, 0)
  if (messages === 0) return undefined
  const reasons = failures.map((one) =>
    failures.length === 1
      ? t(failureNames[one.reason])
      : `${t(failureNames[one.reason])} (${count(one.messages)})`,
  )
  return t('{messages} not delivered in the last 7 days: {reasons}.', {
    messages: messagesOf(messages),
    reasons: reasons.join(', '),
  })
}

/** The account of a channel at its provider, in a line. */
export function accountOf({ kind, account }: Pick<ChannelView, 'kind' | 'account'>): string {
  if (kind === 'telegram') return `@${account.username ?? ''}`
  if (kind === 'whatsapp') return account.phoneNumber ?? ''
  if (kind === 'discord') return account.discordChannelId ?? ''
  if (kind === 'messenger') return account.pageName ?? ''
  if (kind === 'instagram') return `@${account.igPageName ?? ''}`
  return account.url ?? ''
}
