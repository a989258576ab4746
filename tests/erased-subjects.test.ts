/**
 * A person, visitor, file or source may be erased between an event and what reacts to it. Every event of the log is
 * appended with sealed texts that no key opens, once about things that never existed and once about existing ones:
 * projections, policies and the relay continue, and nothing is parked.
 */
import { textsAt, withTexts } from '@parley/contracts/marked-fields.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { sealedFieldsIn } from '@parley/contracts/sealed-fields.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { parkedOf } from '@parley/host/operators/parked.ts'
import type { NewEvent } from '@parley/kernel/log/event-store.ts'
import { encode, GENESIS } from '@parley/kernel/log/recorded-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleOf } from './src/samples.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { arriveAt } from './src/visitor.ts'

const region = 'na'
const SEALED = 'sealed.v1.nobody.AAAA'

let parley: TestPlatform
let owner: Person
let existing: Record<string, string>
beforeAll(async () => {
  parley = await startTestPlatform()
  owner = await parley.signUp()
  const body = { agentName: 'Desk', agentTemplate: 'blank-template' } as const
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body,
  })
  const agentId = agentCreated.ID
  const { conversationId } = await arriveAt(parley, agentId)
  const { userId, workspaceId } = owner
  existing = { agentId, conversationId, userId, operatorId: userId, workspaceId }
  await parley.settled()
})
afterAll(() => parley?.stop())

test.each(['that never existed', 'that exist'])('every event about things %s passes', async (kind) => {
  const { engines, supervision } = parley.platform.regions.get(region)!
  const ids = kind === 'that exist' ? existing : {}
  let nth = 0
  for (const { category, events } of Object.values(merged.aggregates)) {
    const [creation] = Object.keys(events)
    for (const type of Object.keys(events)) {
      const id = `${kind.length}x${++nth}`
      const stream = `${category}-${id}`
      // A stream begins with its creation.
      const both = type === creation ? [type] : [creation ?? type, type]
      const encoded = chained(
        stream,
        // What is about a person belongs to the person.
        category === 'user' ? id : owner.workspaceId,
        both.map((each) => sealedSample(events, each, { ...ids, [`${category}Id`]: id })),
      )
      expect(await engines.eventStore.append(stream, 'none', encoded)).toMatchObject({ ok: true })
    }
  }
  expect(nth).toBeGreaterThan(90)
  await parley.settled()
  expect(supervision.loops().filter(({ failures }) => failures > 0)).toEqual([])
  expect(await parkedOf(engines).list()).toEqual([])
})

type Sample = { type: string; data: unknown; version: number }

function sealedSample(events: EventCatalogue, type: string, ids: Record<string, string>): Sample {
  const { data, version } = events[type]!
  const fields = sealedFieldsIn(data)
  const sample = named(sampleOf(data), ids)
  const texts = textsAt(sample, fields)
  return {
    type,
    version,
    data: withTexts(
      sample,
      fields,
      texts.map(() => SEALED),
    ),
  }
}

/** Returns the events ready to append to a new stream. */
function chained(stream: string, tenant: string, samples: Sample[]): NewEvent[] {
  let previousHash = GENESIS
  return samples.map(({ version, ...event }, revision) => {
    const { hash, event: encoded } = encode(
      event,
      { stream, revision, previousHash },
      {
        tenant,
        subject: 'nobody',
        actor: { kind: 'user', id: owner.userId },
        cause: { via: 'system', command: stream, correlation: stream },
        // Earlier than what policies give others time for.
        at: new Date(Date.now() - 3_600_000).toISOString(),
        version,
      },
    )
    previousHash = hash
    return encoded
  })
}

/** Replaces the values of fields with these names, at any depth. */
function named(value: unknown, ids: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => named(each, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, ids[name] ?? named(each, ids)]),
  )
}
