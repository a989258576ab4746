/**
 * A booking that a visitor confirmed stays as it was when the same visitor begins another one, in the list and in the CSV,
 * and the team is told of it, with what was given, under the bell and by mail.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { arriveAt } from './src/visitor.ts'

const region = 'na' as const
const patience = { timeout: 30_000, interval: 50 }
let parley: TestPlatform
let ada: Person
beforeAll(async () => {
  parley = await startTestPlatform()
  ada = await parley.signUp()
})
afterAll(() => parley?.stop())

const position = { x: 0, y: 0 }
const ask = (id: string, capture: 'name' | 'email' | 'number', next: string) =>
  ({ id, type: 'question', text: `Your ${id}?`, variable: id, capture, next, position }) as const
const nodes = [
  { id: 'start', type: 'start', next: 'menu', position },
  {
    ...{ id: 'menu', type: 'buttons', text: 'Hello', position },
    buttons: [{ id: 'book', label: 'Request a booking', next: 'name' }],
  },
  ask('name', 'name', 'email'),
  ask('email', 'email', 'guests'),
  ask('guests', 'number', 'check'),
  {
    ...{ id: 'check', type: 'read-back', next: 'end', position },
    values: [{ variable: 'name' }, { variable: 'email' }, { variable: 'guests' }],
  },
  { id: 'end', type: 'end', text: 'See you soon.', position },
]

test('a second request of the same visitor overwrites no confirmed one', async () => {
  const { agentCreated } = await ada.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Casa do Rio', agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  await ada.client.call('agents.save', { params, body: { enableNodes: true, nodes } as never })
  const visitor = await arriveAt(parley, params.agentId)
  const said = ['Request a booking', 'Mary O’Brien', 'mary@example.com', '3', 'Yes, that is right', 'thanks']
  const again = ['Request a booking', 'Mary', 'm@example.com', '10']
  for (const [nth, text] of [...said, ...again].entries()) await visitor.say(`m${nth}`, text)

  const confirmed = { name: 'Mary O’Brien', email: 'mary@example.com', guests: '3' }
  const started = { name: 'Mary', email: 'm@example.com', guests: '10' }
  const leads = async () => (await ada.client.call('leads.list', { params, query: {} })).items
  await expect.poll(leads, patience).toMatchObject([
    {
      fields: confirmed,
      requests: [
        { status: 'started', fields: started },
        { status: 'confirmed', fields: confirmed },
      ],
    },
  ])
  const file = await ada.client.open('leads.export', { params, query: {} })
  const [, ...rows] = (await file.text()).trim().split('\r\n')
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
    ['Mary O’Brien', 'mary@example.com', '3'],
    ['Mary', 'm@example.com', '10'],
  ])

  const workspace = { region, workspaceId: ada.workspaceId }
  const told = async () => {
    const { items } = await ada.client.call('notifications.list', { params: workspace })
    return items.map(({ title, about }) => [title, about?.captured])
  }
  await expect.poll(told, patience).toContainEqual(['New request', confirmed])
  const mails = async () => {
    const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
    const own = items.filter(({ to }: { to: string }) => to === ada.email)
    return own.map(({ subject, text }: { subject: string; text: string }) => [subject, text])
  }
  await expect
    .poll(mails, patience)
    .toContainEqual([
      'New request: Mary O’Brien',
      expect.stringMatching(
        /completed a request\.\nName: Mary O’Brien\nE-mail: mary@example\.com\nguests: 3\n/,
      ),
    ])
})
