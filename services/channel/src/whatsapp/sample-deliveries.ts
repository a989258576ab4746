/** Deliveries of WhatsApp as Meta sends them, for tests. */
import type { WhatsAppDelivery } from './deliveries.ts'

/** `from`: the number of the person. */
export const messageOf = (
  content: object,
  { from = '16505551234', id = 'wamid.1', timestamp = '1749416383' } = {},
): Record<string, unknown> => ({ from, id, timestamp, ...content })

export function deliveryOf({
  phoneNumberId = '106540352242922',
  field = 'messages',
  name = 'Sheena Nelson',
  messages,
  ...more
}: {
  phoneNumberId?: string
  field?: string
  name?: string
  messages?: readonly object[]
  statuses?: readonly object[]
  message_echoes?: readonly object[]
}): WhatsAppDelivery {
  const people = new Set(messages?.map((message) => String(Object(message).from)))
  const contacts = [...people].map((wa_id) => ({ profile: { name }, wa_id }))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
    ...(messages ? { contacts, messages } : {}),
    ...more,
  }
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '419561257915477', changes: [{ field, value }] }],
  }
}
