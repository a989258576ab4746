/**
 * Events and messages that policies and consumers failed to handle, for operators: the page, the command, the metrics.
 */
import { parkedOf } from '@parley/host/operators/parked.ts'
import { createParkedEvents } from '@parley/kernel/policies/parked-events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperatorCommand } from './src/operator-command.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent' })
  owner = await parley.signUp('na')
})
afterAll(() => parley?.stop())

const engines = () => parley.platform.regions.get('na')!.engines
const parked = () => parkedOf(engines())
const commandIn = (dataDir: string, ...words: string[]) =>
  runOperatorCommand('parked', words, { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'test' })
const command = (...words: string[]) => commandIn(parley.dataDir, ...words)

/** As if the policy had failed with the event of the owner's sign-up. */
async function parkOne(): Promise<string> {
  const [event] = await engines().eventStore.readStream(`user-${owner.userId}`)
  const error = new Error(`no mailbox ${owner.email}`)
  await createParkedEvents(engines().state).park('remove-mails', event!, error, {
    state: 'parked',
    attempts: 5,
  })
  return `policy.remove-mails.${event!.id}`
}

const asOwner = () => ({ authorization: `Bearer ${owner.token}` })
const post = (form: Record<string, string>, headers: Record<string, string>) =>
  fetch(`${parley.url}/ops/parked`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...asOwner(), ...headers },
    body: new URLSearchParams(form),
  })

test('is listed and shown by the command, retried and dropped, and contains nothing secret', async () => {
  expect((await command('list')).stdout).toBe('Nothing is parked.\n')
  const id = await parkOne()
  const { stdout: listed } = await command('list')
  expect(listed).toContain(id)
  expect(listed).toContain('5 tries')
  expect(listed).not.toContain(owner.email)
  const { stdout: shown } = await command('show', id)
  expect(shown).toContain('Error: no mailbox …@…')
  expect(shown).toMatch(/^tenant +\S/m)
  expect(shown).not.toContain(owner.email)
  expect(await (await fetch(`${parley.url}/metrics`)).text()).toContain(
    'parley_parked_events{region="na",policy="remove-mails"} 1',
  )

  expect((await command('retry', id)).stdout).toBe(`Is tried again: ${id}\n`)
  // The running server retries it; the policy has nothing to do for this event.
  await expect.poll(() => parked().list()).toEqual([])
  await parkOne()
  await command('drop', id)
  expect(await parked().list()).toEqual([])
  expect(await (await fetch(`${parley.url}/metrics`)).text()).not.toContain('policy="remove-mails"} 1')
  await expect(command('drop', id)).rejects.toMatchObject({ code: 1 })
  await expect(command('forget')).rejects.toMatchObject({ code: 2 })
})

test('dead letters of the bus are handled in the same way', async () => {
  const idle = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent', ROLES: 'api,projections' })
  try {
    const { engines } = idle.platform.regions.get('na')!
    const command = (...words: string[]) => commandIn(idle.dataDir, ...words)
    const messages = ['odd', 'even'].map((id) => ({
      topic: 'notifications',
      key: 'w1',
      id,
      value: '{"text":"secret words"}',
    }))
    await engines.bus.publish(messages)
    let broken = true
    const taken: string[] = []
    await engines.bus.consume({
      topics: ['notifications'],
      group: 'notifications',
      attempts: 1,
      async handle({ id }) {
        if (broken) throw new Error('no mailbox ada@example.com')
        taken.push(id)
      },
    })
    const ids = ['odd', 'even'].map((id) => `bus.notifications.notifications.${id}`)
    await expect.poll(async () => (await parkedOf(engines).list()).map(({ id }) => id)).toEqual(ids)
    const { stdout } = await command('list')
    expect(stdout).toContain('1 tries, notifications for notifications: message odd\n  no mailbox …@…')
    expect(stdout).not.toContain('secret words')
    expect((await command('show', ids[0]!)).stdout).toMatch(/^tenant +w1$/m)
    await command('drop', ids[0]!)
    broken = false
    await command('retry', 'all')
    await expect.poll(() => taken).toEqual(['even'])
    expect(await parkedOf(engines).list()).toEqual([])
  } finally {
    await idle.stop()
  }
})

test('the page shows it with its buttons, and they work', async () => {
  const id = await parkOne()
  const page = await fetch(`${parley.url}/operations/parked`, { headers: asOwner() })
  expect(page.url).toBe(`${parley.url}/ops/parked`)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  const html = await page.text()
  expect(html).toContain(id)
  expect(html).toContain('<button name="action" value="retry">Retry</button>')
  expect(html).not.toContain(owner.email)
  const answer = await post({ region: 'na', id, action: 'drop' }, { origin: parley.url })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops/parked'])
  expect(await parked().list()).toEqual([])
  const again = await fetch(`${parley.url}/ops/parked`, { headers: asOwner() })
  expect(await again.text()).toContain('Nothing is parked.')
})

test('a form of another site, of another region or with another action does nothing', async () => {
  const id = await parkOne()
  const form = { region: 'na', id, action: 'drop' }
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}])
    expect((await post(form, headers as Record<string, string>)).status).toBe(403)
  const origin = { origin: parley.url }
  expect((await post({ ...form, action: 'read' }, origin)).status).toBe(400)
  expect((await post({ ...form, action: 'constructor' }, origin)).status).toBe(400)
  expect((await post({ ...form, region: 'eu' }, origin)).status).toBe(400)
  expect((await parked().list()).map((item) => item.id)).toEqual([id])
  await parked().drop(id)
})
