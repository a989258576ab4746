import { createHmac } from 'node:crypto'

/** Where Telegram delivers the updates of a bot (specification part 1 §7); the query says which channel it is. */
export function webhookAddress(
  { publicUrl, region }: { publicUrl: string; region: string },
  { agentId, channelId }: { agentId: string; channelId: string },
): string {
  return `${publicUrl}/api/${region}/v2/agents/${agentId}/telegram-webhook?channelId=${channelId}`
}

/**
 * The `secret_token` by which Telegram's deliveries to a channel are recognised. It follows from the bot's token, so that
 * there is no other secret to keep, and it changes with it; nobody finds the token by it.
 */
export function webhookSecret(token: string, channelId: string): string {
  return createHmac('sha256', token).update(`Telegram webhook of channel ${channelId}`).digest('base64url')
}
