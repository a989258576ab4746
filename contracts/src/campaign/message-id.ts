/** Messages of campaigns are known by their ids: of which recipient, step and try each is. */

export function messageIdOf({
  recipientId,
  step,
  retries,
}: {
  recipientId: string
  step: number
  retries: number
}) {
  return `campaign-${recipientId}-${step}${retries === 0 ? '' : `-${retries}`}`
}

/** Returns the recipient and the step that a message is for; undefined for any other message. */
export function ofMessage(messageId: string): { recipientId: string; step: number } | undefined {
  const [, recipientId, step] = /^campaign-([A-Za-z0-9]{20})-(\d)(?:-\d{1,4})?$/.exec(messageId) ?? []
  return recipientId === undefined ? undefined : { recipientId, step: Number(step) }
}
