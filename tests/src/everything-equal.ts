/** What the dashboard, the bus and the loops must show after engines were away or badly connected. */
import { api } from '@parley/contracts/api.ts'
import { createClient } from '@parley/contracts/client.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { expect, test } from 'vitest'
import { byTenant, placeOf, readRelayed } from './relayed.ts'
import type { SeveralProcesses } from './several-processes.ts'

/** Declares the tests of a run. */
export function everythingIsEqual(ran: () => SeveralProcesses): void {
  test('the dashboard shows every message of every conversation', async () => {
    const { engines, visitors, addresses, ownerToken } = ran()
    const owner = createClient({
      routes: routesOf(api),
      baseUrl: addresses[0] ?? '',
      token: () => ownerToken,
    })
    for (const { conversationId, said } of visitors) {
      const params = { region: 'na', agentId: 'several000000001', conversationId } as const
      const words = async () => {
        const { transcript } = await owner.call('conversations.get', { params })
        return transcript
          .filter(({ role }) => role === 'visitor')
          .map(({ blocks: [block] }) => block?.type === 'text' && block.text)
      }
      // The latest fifty messages and notices are shown at once.
      await expect.poll(async () => (await words()).at(-1)).toBe(said.at(-1))
      const shown = await words()
      expect(shown.length).toBeGreaterThan(0)
      expect(shown).toEqual(said.slice(-shown.length))
    }
    expect(await engines.eventStore.head()).toBeGreaterThan(START)
  })

  theBusHasEverything(ran)

  test('every loop of the answering process runs again', async () => {
    const failing = async () => {
      const answer = await fetch(`${ran().addresses[0]}/readyz`)
      const { regions }: { regions: { failing: unknown[] }[] } = await answer.json()
      return [answer.status, regions.flatMap((region) => region.failing)]
    }
    await expect.poll(failing).toEqual([200, []])
  })
}

/** Also after relays were killed. */
export function theBusHasEverything(ran: () => SeveralProcesses): void {
  test('the bus received everything, in the order that each tenant’s events have in the log', async () => {
    const { engines } = ran()
    const log = await engines.eventStore.readAll(START, 1_000_000)
    for (const [topic, type] of [
      [WEBHOOKS, 'ConversationStarted'],
      [NOTIFICATIONS, 'VisitorMessageReceived'],
    ] as const) {
      const due = log.filter((event) => event.type === type && (JSON.parse(event.data).index ?? 0) <= 8)
      const expected = byTenant(due.map(placeOf))
      const ids = new Set(due.map(({ id }) => id))
      const told = async () =>
        byTenant([...(await readRelayed(engines.bus, topic)).values()].flat().filter(({ id }) => ids.has(id)))
      await expect.poll(told, { timeout: 120_000, interval: 2_000 }).toEqual(expected)
    }
  })
}
