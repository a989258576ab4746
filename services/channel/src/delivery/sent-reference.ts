/**
 * How a message that was sent is recognised in what a provider reports of it: by a text that goes with it and comes back.
 * It holds ids alone. A report can so arrive before the provider's own id of the message is known here, and survives a kill.
 */
export type SentPart = {
  conversationId: string
  messageId: string
  /** Of how many parts it is which. */
  part: number
  of: number
}

export function referenceOf({
  conversationId,
  message,
  part = { number: 1, of: 1 },
}: {
  conversationId: string
  message: { id: string }
  part?: { number: number; of: number }
}): string {
  return [conversationId, message.id, part.number, part.of].join('/')
}

export function sentPartOf(reference: string): SentPart | undefined {
  const found = /^([\w-]{1,64})\/([\w-]{1,64})\/(\d{1,2})\/(\d{1,2})$/.exec(reference)
  if (!found) return undefined
  const [, conversationId = '', messageId = '', part, of] = found
  return { conversationId, messageId, part: Number(part), of: Number(of) }
}
