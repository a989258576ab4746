/** Snapshots of streams with sealed texts: unreadable without the keys of everybody whose texts they contain. */
import { defineEvents, type EventOf, personal } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type CommandContext, createCommandHandler } from './command-handling.ts'
import { type Aggregate, accept } from './decider.ts'
import { createSnapshots } from './snapshots.ts'

const EVERY = 150
const KEPT = 20
const events = defineEvents({ Said: { version: 1, data: z.object({ text: personal() }) } })

/** The newest texts of a diary. */
const diary: Aggregate<readonly string[], string, EventOf<typeof events>> = {
  category: 'diary',
  events,
  decider: {
    initialState: [],
    evolve: (said, { data }) => [...said, data.text].slice(-KEPT),
    decide: (text) => accept({ type: 'Said', data: { text } }),
  },
  snapshot: {
    version: 1,
    save: (said) => [...said],
    restore: (saved) => z.array(z.string()).parse(saved),
    guarded: ['Said'],
    every: EVERY,
  },
}

let region: TestRegion
let told: number
beforeEach(async () => {
  region = await openTestRegion()
  told = 0
})
afterEach(() => region.close())

const context = (subject: string): CommandContext => ({
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command: `c${told++}`, correlation: 'r1' },
  subject,
})
const say = (text: string, subject = 'user-ada') => region.handle(diary, '1', text, context(subject))
const saved = async () => (await region.readStore.get('snapshots', 'w1', 'diary-1'))?.document

/** Begins a process that has nothing in memory; counts the events that it reads. */
function otherProcess() {
  let read = 0
  const handler = createCommandHandler({
    eventStore: {
      ...region.eventStore,
      async readStream(stream, options) {
        const page = await region.eventStore.readStream(stream, options)
        read += page.length
        return page
      },
    },
    keyring: region.keyring,
    snapshots: createSnapshots(region.readStore, region.keyring, (error) => {
      throw error
    }),
  })
  const texts = async () => (await handler.load(diary, '1', 'w1'))?.state
  return { handler, texts, read: () => read }
}

/** Says as much as the first snapshot contains: the last words but one are Ben's. */
async function fill() {
  for (let nth = 0; nth < EVERY - 2; nth++) await say(`Lovely ${nth}`)
  await say('Quiet words', 'user-ben')
  await say('Loud words')
  await expect.poll(saved).toMatchObject({ revision: EVERY - 1 })
}

test('is sealed for everybody whose texts it contains, and read instead of what came before it', async () => {
  await fill()
  await say('Later')
  const { texts, read } = otherProcess()
  expect((await texts())?.slice(-3)).toEqual(['Quiet words', 'Loud words', 'Later'])
  // The first page, the event of the snapshot, and the one after it.
  expect(read()).toBe(102)
  const document = await saved()
  expect(document).toMatchObject({ subjects: ['user-ada', 'user-ben'] })
  const { sealed } = document ?? {}
  const raw = JSON.stringify(document) + Buffer.from(String(sealed), 'base64url').toString('latin1')
  for (const word of ['Lovely', 'Quiet', 'Loud']) expect(raw).not.toContain(word)
})

test('is of no use to anybody after one of them was erased, and is written anew without their texts', async () => {
  await fill()
  await region.keyring.erase({ tenant: 'w1', subject: 'user-ben' })
  await say('Later')
  const { texts, read } = otherProcess()
  expect((await texts())?.slice(-3)).toEqual(['[erased]', 'Loud words', 'Later'])
  expect(read()).toBeGreaterThan(EVERY)
  await expect.poll(saved).toMatchObject({ subjects: ['user-ada'] })
})

test('does not contain what a subject said that was erased while the state was in memory', async () => {
  await fill()
  await region.keyring.erase({ tenant: 'w1', subject: 'user-ben' })
  const before = await saved()
  for (let nth = 0; nth < EVERY; nth++) await say(`More ${nth}`)
  expect(await saved()).toEqual(before)
  await say('And more')
  await expect.poll(saved).toMatchObject({ subjects: ['user-ada'] })
  // Said under an erased key: not in the log, so not in the state that is kept either.
  await say('Whispered', 'user-ben')
  expect((await region.load(diary, '1'))?.state.slice(-2)).toEqual(['And more', '[erased]'])
})

test('a state in memory to which another process appended is folded again if a subject was erased', async () => {
  await fill()
  const mine = otherProcess()
  expect(await mine.texts()).toContain('Quiet words')
  await say('Theirs')
  const [newer] = await region.eventStore.readStream('diary-1', { from: EVERY })
  const before = mine.read()
  mine.handler.invalidate([newer!])
  expect(await mine.texts()).toContain('Quiet words')
  expect(mine.read() - before).toBe(1)

  await say('Theirs again')
  await region.keyring.erase({ tenant: 'w1', subject: 'user-ben' })
  const [newest] = await region.eventStore.readStream('diary-1', { from: EVERY + 1 })
  mine.handler.invalidate([newest!])
  expect((await mine.texts())?.slice(-4)).toEqual(['[erased]', 'Loud words', 'Theirs', 'Theirs again'])
})

test('is removed when its stream is evicted, and not put back by a process that is behind', async () => {
  await fill()
  await region.commands.evict('diary', '1')
  expect(await saved()).toBeUndefined()
  await otherProcess().texts()
  await region.settled()
  expect(await saved()).toBeUndefined()
})
