/**
 * An agent whose visitors ask for a person, and the messages published on the bus, for tests with outages of the bus.
 */
import { randomUUID } from 'node:crypto'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import type { MessageBus } from '@parley/kernel/bus/message-bus.ts'
import { START, type StoredEvent } from '@parley/kernel/log/event-store.ts'
import { tenantOf } from '@parley/kernel/log/recorded-event.ts'
import { expect, vi } from 'vitest'
import type { TestPlatform } from './test-platform.ts'

const agentId = 'busdown000000001'
const params = { region: 'na', agentId } as const

/** The types each topic receives, except those that can't happen here. */
const relayed = {
  [WEBHOOKS]: [
    'AgentCreated',
    'ConversationStarted',
    'VisitorMessageReceived',
    'AgentReplied',
    'OwnershipChanged',
    'HandoffRequested',
    'CreditsGranted',
    'WorkspaceMemberAdded',
  ],
  [NOTIFICATIONS]: ['VisitorMessageReceived', 'HandoffRequested'],
}

export type RelayedPlatform = Awaited<ReturnType<typeof openRelayedPlatform>>

export async function openRelayedPlatform(parley: TestPlatform) {
  const owner = await parley.signUp('na')
  const body = {
    title: 'Desk',
    enableNodes: false,
    enableHumanHandoff: true,
    showHandoffEvenIfOffline: true,
  }
  await owner.client.call('agents.save', { params, body })
  const { bus, eventStore } = parley.platform.regions.get('na')!.engines

  return {
    bus,
    owner: owner.client,

    /** A visitor gets a reply, asks for a person and appears in the inbox; returns the conversation. */
    async talk(text: string): Promise<string> {
      const client = parley.client()
      const { conversationId, visitorToken } = await client.call('conversations.start', { params, body: {} })
      const own = { params: { ...params, conversationId } }
      const bearer = { token: visitorToken }
      const said = await client.call('conversations.send', { ...own, body: { id: 'm1', text } }, bearer)
      expect(said.messages[0]).toMatchObject({ role: 'agent' })
      await client.call('conversations.requestHandoff', { ...own, body: {} }, bearer)
      const shown = await owner.client.call('conversations.get', { params: own.params })
      expect(shown.waitingSince).toBeDefined()
      return conversationId
    },

    /** The notifications about visitors who ask for a person. */
    async relayed(): Promise<string[]> {
      const { workspaceId } = owner
      const { items } = await owner.client.call('notifications.list', {
        params: { region: 'na', workspaceId },
      })
      const asked = items.filter(({ notificationLevel }) => notificationLevel === 2)
      return asked.map(({ urlPathname }) => urlPathname).toSorted()
    },

    /** Expects that a new reader finds everything in the log, in the order that each tenant's events have there. */
    async expectAllRelayed(): Promise<void> {
      const log = await eventStore.readAll(START, 1_000)
      for (const [topic, types] of Object.entries(relayed))
        expect(await readRelayed(bus, topic)).toEqual(
          byTenant(log.filter(({ type }) => types.includes(type)).map(placeOf)),
        )
    },
  }
}

export function conversationsOf(ids: string[]): string[] {
  return ids.map((id) => `/app/na/agents/${agentId}/convos?conversation=${id}`).toSorted()
}

type RelayedEvent = Pick<StoredEvent, 'stream' | 'id'> & { tenant: string }

/** All messages that a new reader finds in a topic, by their tenants, without repetitions. */
export async function readRelayed(bus: MessageBus, topic: string): Promise<Map<string, RelayedEvent[]>> {
  const found = new Map<string, RelayedEvent>()
  const group = `auditor-${randomUUID()}`
  const reader = await bus.consume({
    topics: [topic],
    group,
    async handle({ id, key, value }) {
      const { stream }: Pick<StoredEvent, 'stream'> = JSON.parse(value)
      if (!found.has(id)) found.set(id, { stream, id, tenant: key })
    },
  })
  await vi.waitFor(async () => expect(await bus.lag(topic, group)).toBe(0), { timeout: 60_000 })
  await reader.stop()
  return byTenant([...found.values()])
}

export function placeOf(event: StoredEvent): RelayedEvent {
  return { stream: event.stream, id: event.id, tenant: tenantOf(event) }
}

export function byTenant(events: readonly RelayedEvent[]): Map<string, RelayedEvent[]> {
  return Map.groupBy(events, ({ tenant }) => tenant)
}
