/**
 * Visitors' texts are in plain text in no collection and no topic, and erased ones have no key left: proven by reading
 * everything that a MongoDB-protocol server and Kafka store.
 */
import { visitorSubject } from '@parley/conversation/leads/lead.decider.ts'
import { kafkaClient } from '@parley/engines/kafka/message-bus.client.ts'
import { connect } from '@parley/engines/mongodb/connection.ts'
import { serverUrl } from '@parley/engines/mongodb/place.ts'
import { accountDeletion } from '@parley/host/operators/account-deletion.ts'
import { keyName } from '@parley/kernel/sealing/sealing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Attacked, inRegion, startAttacked } from '../hostile/attacker.ts'
import { leaveMemberTraces, member, memberMarkers } from '../hostile/member-traces.ts'
import { leaveTraces, markers } from '../hostile/traces.ts'
import { databasesOf } from './databases.ts'
import { type RunningKafka, startKafka } from './kafka.ts'

const databases = databasesOf('erasure')
let kafka: RunningKafka
let attacked: Attacked
let agentId: string

beforeAll(async () => {
  kafka = await startKafka()
  await databases.drop()
  attacked = await startAttacked({
    ...databases.env,
    MESSAGE_BUS_URL: kafka.url,
    REGIONS: 'na',
    TRUST_PROXY: '1',
  })
  agentId = attacked.agentId
  const body = { acceptFileUpload: true, enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await attacked.mine.client.call('agents.save', { params: { ...inRegion, agentId }, body })
}, 300_000)
afterAll(async () => {
  await attacked?.parley.stop()
  await databases.drop()
  await kafka?.stop()
})

test('a visitor appears nowhere in plain text, and is erased permanently', async () => {
  const { mine, parley, call } = attacked
  const visit = await leaveTraces(attacked, agentId, { uploads: true })
  const bystander = await leaveTraces(attacked, agentId, { uploads: true })
  const asked = visit.path.replace('messages', 'handoff')
  expect((await call('POST', asked, { token: visit.visitorToken, body: {} })).status).toBeLessThan(500)
  await parley.settled()
  // Both exist before: data sealed under their key, and messages about them on the bus.
  const subject = `conversation-${visit.conversationId}`
  const before = await everything()
  expect(placesOf([`sealed.v1.${subject}.`], before)).not.toEqual([])
  expect(placesOf([visit.conversationId], before).some((place) => place.startsWith('topic '))).toBe(true)
  expect(placesOf(markers, before)).toEqual([])
  const keys = await keysOf([subject, visitorSubject(agentId, visit.visitorId)])
  expect(keys.every((key) => key.length > 40)).toBe(true)

  const params = { ...inRegion, agentId, visitorId: visit.visitorId }
  expect(await mine.client.call('visitors.erase', { params })).toMatchObject({ success: true })
  await parley.settled()
  expect(placesOf([...markers, ...keys], await everything())).toEqual([])
  expect((await visit.read()).status).toBe(401)
  expect((await bystander.read()).status).toBe(200)
}, 300_000)

test('a member of the team appears nowhere in plain text, and is erased permanently', async () => {
  const { mine, parley } = attacked
  const { person, visit } = await leaveMemberTraces(attacked, agentId)
  const subject = `user-${person.userId}`
  expect(placesOf([`sealed.v1.${subject}.`], await everything())).not.toEqual([])
  expect(placesOf(memberMarkers, await everything())).toEqual([])
  const keys = await keysOf([subject])
  expect(keys.every((key) => key.length > 40)).toBe(true)

  const { engines } = parley.platform.regions.get('na')!
  const mailer = { send: async () => 'accepted' as const, close: async () => undefined }
  const erase = accountDeletion(parley.config, new Map([['na', engines]]), mailer)
  expect(await erase(member.email, 'test')).toEqual({ ok: true, userId: person.userId })
  await parley.settled()
  expect(placesOf([...memberMarkers, ...keys], await everything())).toEqual([])
  expect((await visit.read()).text).toContain('Former member')
  const inbox = await mine.client.call('inbox.get', {
    params: { ...inRegion, workspaceId: mine.workspaceId },
  })
  expect(inbox.members.map(({ userId }) => userId)).toEqual([mine.userId])
}, 300_000)

/** Every document and every record as bytes, by its place. */
async function everything(): Promise<Map<string, string>> {
  return new Map([...(await everyCollection()), ...(await everyTopic())])
}

function placesOf(texts: string[], all: Map<string, string>): string[] {
  return [...all].flatMap(([place, bytes]) =>
    texts.filter((text) => bytes.includes(text)).map((text) => `${place}: ${text}`),
  )
}

async function everyCollection(): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (const name of await databases.names()) {
    const { db, close } = await connect(serverUrl(), name)
    for (const { name: collection } of await db.listCollections().toArray()) {
      const documents = await db.collection(collection).find({}, { raw: true }).toArray()
      // In raw mode the driver returns the bytes of each document.
      const bytes = documents as unknown as Uint8Array[]
      found.push([`${name}.${collection}`, Buffer.concat(bytes).toString('latin1')])
    }
    await close()
  }
  return found
}

async function everyTopic(): Promise<[string, string][]> {
  const client = kafkaClient(kafka.url, () => undefined)
  const admin = client.admin()
  await admin.connect()
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'))
  const ends = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)))
  let left = ends.flat().reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0)
  const found = new Map(topics.map((topic) => [`topic ${topic}`, '']))
  const consumer = client.consumer({ groupId: `everything-${Math.random()}` })
  const { promise: complete, resolve } = Promise.withResolvers<void>()
  if (left === 0) resolve()
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({
    async eachMessage({ topic, message }) {
      const { key, value, headers } = message
      const bytes = [key, value].map((part) => part?.toString('latin1')).join(' ')
      found.set(`topic ${topic}`, `${found.get(`topic ${topic}`)}${bytes} ${JSON.stringify(headers)}`)
      if (--left <= 0) resolve()
    },
  })
  await complete
  await consumer.disconnect()
  await admin.disconnect()
  return [...found]
}

/** Wrapped, as in the key store. */
async function keysOf(subjects: string[]): Promise<string[]> {
  const names = subjects.map((subject) => keyName({ tenant: attacked.mine.workspaceId, subject }))
  const { db, close } = await connect(serverUrl(), `${databases.prefix}_keys`)
  const keys = db.collection<{ _id: string; wrapped?: string }>('keys')
  const found = await Promise.all(names.map((name) => keys.findOne({ _id: name })))
  await close()
  return found.map((key) => key?.wrapped ?? '')
}
