/** Reads the event that a delivery is of, and writes what is sent of it. */
import { type WebhookEventName, webhookCatalogue } from '@parley/contracts/integration/webhook-catalogue.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { EventStore, StoredEvent } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { type Keyring, tenantSubject, unsealData } from '@parley/kernel/sealing/sealing.ts'
import type { DeliveryPlace } from './delivery-log.ts'
import { payloadOf, type ToldEvent, toldEvents, webhookNamesOfEvent } from './payload.ts'
import type { Webhook } from './webhook.decider.ts'

export type WebhookMessage = {
  /** The header `webhook-id`. */
  messageId: string
  type: WebhookEventName
  body: string
  /** Whose key seals what is answered. */
  subject: string
}

/** Returns the event of a stream at a revision; undefined if there is none. */
export type EventReader = (stream: string, revision: number) => Promise<StoredEvent | undefined>

export type WebhookMessageDeps = {
  eventAt: EventReader
  keyring: Keyring
  /** The platform of an agent (`agentPlatform`). */
  agentType(tenant: string, agentId: string): Promise<string | undefined>
  workspaceSecret(tenant: string): Promise<string | undefined>
}

/**
 * Bytes of the events that were read last: one is read for each of its webhooks, at about the same time. What is kept for
 * longer costs more to collect than to read again.
 */
const MOST_READ = 500_000

export function createEventReader({ readStream }: Pick<EventStore, 'readStream'>): EventReader {
  const known = createByteCache<StoredEvent>({
    maxBytes: MOST_READ,
    sizeOf: ({ data, metadata }) => data.length + metadata.length,
  })
  return async (stream, revision) => {
    const key = `${stream}@${revision}`
    const found = known.get(key)
    if (found) return found
    const [stored] = await readStream(stream, { from: revision, limit: 1 })
    if (stored?.revision !== revision) return undefined
    known.set(key, stored)
    return stored
  }
}

/** Nobody is told of what is said in the test panel, or of conversations that the agent's owner has not recorded. */
export async function mayBeTold(
  { eventAt }: Pick<WebhookMessageDeps, 'eventAt'>,
  stream: string,
): Promise<boolean> {
  const first = idIn(stream, 'conversation') === undefined ? undefined : await eventAt(stream, 0)
  if (first?.type !== 'ConversationStarted') return true
  const { recorded, channel } = Object(decode(first, toldEvents).data)
  return recorded !== false && channel !== 'test-panel'
}

/**
 * The id by which the delivery process knows an event of a stream. `name`: under which name it is sent, other than its
 * first.
 */
export function sendingOf(revision: number, name?: string): string {
  return name === undefined ? String(revision) : `${revision}/${name}`
}

/** What `sendingOf` was called with; what follows a dot tells one sending of it from another. */
function partsOf(sending: string): { revision: number; name?: string | undefined } {
  const [event = ''] = sending.split('.')
  const [revision, name] = event.split('/')
  return { revision: Number(revision), name }
}

/** Returns the names in the catalogue of the event at a revision; none if there is none. */
export async function namesAt(
  { eventAt }: Pick<WebhookMessageDeps, 'eventAt'>,
  stream: string,
  revision: number,
): Promise<WebhookEventName[]> {
  const stored = await eventAt(stream, revision)
  return stored ? webhookNamesOfEvent(decode(stored, toldEvents)) : []
}

/** The stream of test events, which are in no log. */
export const TEST = 'test'

/** Returns the message of a delivery; undefined if its event is not there, or is not sent to webhooks. */
export async function messageOf(
  deps: WebhookMessageDeps,
  tenant: string,
  webhook: Webhook,
  { stream, sending }: Pick<DeliveryPlace, 'stream' | 'sending'>,
): Promise<WebhookMessage | undefined> {
  const told = stream === TEST ? testEvent(webhook, sending) : await eventOf(deps, tenant, stream, sending)
  if (!told) return undefined
  const { messageId, type, payload, createdAt, subject } = told
  const secret = webhook.sendWorkspaceSecret ? await deps.workspaceSecret(tenant) : undefined
  const body = JSON.stringify({
    type,
    payload,
    createdAt,
    version: webhookCatalogue[type].version,
    ...(secret === undefined ? {} : { workspaceSecret: secret }),
  })
  return { messageId, type, body, subject: subject ?? tenantSubject(tenant) }
}

type Told = Omit<WebhookMessage, 'body' | 'subject'> & {
  payload: Record<string, unknown>
  createdAt: string
  subject?: string
}

function testEvent({ webhookId }: Webhook, sending: string): Told | undefined {
  const [, id = '', at = ''] = /^([A-Za-z0-9]{1,64})-(\d{1,15})(?:\.|$)/.exec(sending) ?? []
  if (id === '') return undefined
  return {
    messageId: `test_${id}`,
    type: 'webhook_test',
    payload: { ...webhookCatalogue.webhook_test.example, webhookId },
    createdAt: new Date(Number(at)).toISOString(),
  }
}

async function eventOf(
  { eventAt, keyring, agentType }: WebhookMessageDeps,
  tenant: string,
  stream: string,
  sending: string,
): Promise<Told | undefined> {
  const { revision, name } = partsOf(sending)
  const stored = await eventAt(stream, revision)
  if (!stored) return undefined
  const recorded = decode(stored, toldEvents)
  const [first, ...further] = webhookNamesOfEvent(recorded)
  const type = name === undefined ? first : further.find((one) => one === name)
  if (recorded.tenant !== tenant || type === undefined) return undefined
  const data = await unsealData(keyring, toldEvents, recorded.type, recorded.data, tenant)
  // Its type is one of these, and data that was appended has the shape of its type.
  const event = { type: recorded.type, data } as ToldEvent
  const besides =
    event.type === 'ChannelConnected' ? { agentType: await agentType(tenant, event.data.agentId) } : {}
  return {
    messageId: name === undefined ? recorded.id : `${recorded.id}_${name}`,
    type,
    payload: payloadOf(stream, event, besides, type),
    createdAt: recorded.at,
    ...(isOfPerson(stream) ? { subject: recorded.subject ?? stream } : {}),
  }
}

/** Whether the events of a stream are sealed under a key of their own, which is erased with what they are about. */
function isOfPerson(stream: string): boolean {
  return ['conversation', 'lead', 'client'].some((category) => idIn(stream, category) !== undefined)
}
