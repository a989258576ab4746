import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@parley/contracts/api.ts'
import { createClient } from '@parley/contracts/client.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerAboutChange, isAskedAboutChange } from './changed-since-read.ts'
import { asLoaded, overwritingClient } from './overwriting.ts'

const routes = routesOf(api)
let nth = 0
/** Each test has a tool of its own, whose newest change stands at `changedAt`. */
let changedAt = 0
let region: 'na' | 'eu'
let toolId: string
let sent: (string | null)[]
let held: Promise<void> | undefined

const client = overwritingClient(
  createClient({
    routes,
    async fetch(_address, init) {
      await held
      const tag = new Headers(init?.headers).get('if-match')
      if (init?.method === 'GET')
        return new Response('{"items":[]}', { headers: { etag: `W/"${changedAt}"` } })
      sent.push(tag)
      if (tag !== null && Number(JSON.parse(tag)) < changedAt)
        return Response.json({ code: 'changed-since-read', message: 'Read it again.' }, { status: 412 })
      changedAt += 1
      return new Response('{"success":true}', { headers: { etag: `"${changedAt}"` } })
    },
  }),
  routes,
)

beforeEach(() => {
  nth += 100
  changedAt = nth
  // The address of what a tool is loaded from is that of the region's tools.
  region = region === 'na' ? 'eu' : 'na'
  toolId = `tool${nth}`
  sent = []
  held = undefined
})

const read = (at = region) => client.call('tools.list', { params: { region: at } })
const body = { settings: { name: 'n', description: 'd', fields: [], serverUrl: 'https://a.example/' } }
const save = (loaded?: ReturnType<typeof asLoaded>, at = region) =>
  client.call('tools.save', { params: { region: at, toolId }, body }, { loaded })
const asked = () => vi.waitFor(() => expect(isAskedAboutChange()).toBe(true))

describe('a form that was loaded', () => {
  test('overwrites what it was loaded from, and then what it saved itself', async () => {
    await read()
    const loaded = asLoaded()
    await save(loaded)
    await save(loaded)
    expect(sent).toEqual([`"${nth}"`, `"${nth + 1}"`])
  })

  test('does not overwrite what others changed since, also if the page has read it meanwhile', async () => {
    await read()
    const loaded = asLoaded()
    changedAt += 1
    await read()
    const saving = save(loaded)
    await asked()
    answerAboutChange(false)
    await expect(saving).rejects.toMatchObject({
      code: 'changed-since-read',
      message: 'Somebody else changed this meanwhile. Your changes were not saved.',
    })
    expect(sent).toEqual([`"${nth}"`])
    await save(asLoaded())
    expect(sent).toEqual([`"${nth}"`, `"${nth + 1}"`])
  })

  test('overwrites it if the user says so, and then its own', async () => {
    await read()
    const loaded = asLoaded()
    changedAt += 1
    const saving = save(loaded)
    await asked()
    answerAboutChange(true)
    await saving
    expect(isAskedAboutChange()).toBe(false)
    await save(loaded)
    expect(sent).toEqual([`"${nth}"`, null, `"${nth + 2}"`])
  })

  test('is not behind what the page itself saved in another place after it had read less', async () => {
    await read()
    const loaded = asLoaded()
    changedAt += 1
    await read()
    // Somebody else’s change lies between what the form was loaded from and this.
    await save(asLoaded())
    const saving = save(loaded)
    await asked()
    answerAboutChange(false)
    await expect(saving).rejects.toMatchObject({ status: 412 })
  })

  test('two saves at once follow each other', async () => {
    await read()
    const release = Promise.withResolvers<void>()
    held = release.promise
    const both = [save(asLoaded()), save(asLoaded())]
    release.resolve()
    await Promise.all(both)
    expect(sent).toEqual([`"${nth}"`, `"${nth + 1}"`])
  })

  test('several conflicts are asked about one after the other', async () => {
    await Promise.all([read('na'), read('eu')])
    const loaded = asLoaded()
    changedAt += 1
    const both = [save(loaded, 'na'), save(loaded, 'eu')]
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    await asked()
    answerAboutChange(true)
    await asked()
    answerAboutChange(true)
    await Promise.all(both)
    expect(isAskedAboutChange()).toBe(false)
  })
})

test('a save that was loaded from nothing is sent without an ETag', async () => {
  await read()
  await save()
  await client.call(
    'agents.rename',
    { params: { region, agentId: 'a' }, body: { title: 't' } },
    { loaded: asLoaded() },
  )
  expect(sent).toEqual([null, null])
})

test('the address of what a command overwrites follows from its own', () => {
  const namesIn = (path = '') => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  for (const [name, [, path, overwrites]] of Object.entries(routes))
    if (overwrites)
      expect(namesIn(path), name).toEqual(expect.arrayContaining(namesIn(routes[overwrites]?.[1])))
})

/** Calls of the dashboard that overwrite something and say nothing of what they were loaded from. */
const without: Record<string, string[]> = {
  'what is meant whatever became of it: a deletion, a secret that is made anew, a state that a switch shows':
    [
      ...['agents.delete', 'knowledge.delete', 'leads.remove', 'testCases.delete', 'tools.delete'],
      ...['inbox.deleteCannedResponse', 'inbox.deleteView', 'webhooks.delete', 'organisations.delete'],
      'campaigns.delete',
      ...[
        'clients.delete',
        'workspaces.regenerateSecret',
        'agency.regenerateSecret',
        'agency.createSsoSecret',
        'agency.removeSsoSecret',
        'organisations.removeOpenId',
        'webhooks.replaceSecret',
        'credentials.rotate',
        'credentials.delete',
      ],
      ...['conversations.setStatus', 'publishGate.set', 'channels.disconnect', 'blueprints.delete'],
    ],
  'merged with what others published, field by field (`store/draft-merge.ts`)': ['agents.save'],
  'a person’s own': ['notifications.saveSettings'],
  'one name, written from a list that does not read the agent': ['agents.rename'],
}

test('every other call that overwrites something says at least once what it was loaded from', () => {
  const commands = Object.values<Endpoint>(api).filter(({ overwrites }) => overwrites !== undefined)
  const folder = join(import.meta.dirname, '..')
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.includes('.test.'))
  const texts = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const careful = commands.filter(({ name }) =>
    new RegExp(`'${name}',(?:(?!client\\.call).){0,300}?\\{ loaded[ ,:]`, 's').test(texts),
  )
  const listed = [...Object.values(without).flat(), ...careful.map(({ name }) => name)]
  expect(listed.toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
})
