/**
 * Generated from the endpoints' data, like `access.test.ts`: for every id that an endpoint takes, in path, query and
 * body, a tenant names something of another tenant, of another agent, and something that does not exist. All are
 * refused with the same answer, and nothing changes.
 */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { defineEndpoints, type Endpoint } from '@parley/contracts/endpoint.ts'
import { holds } from '@parley/contracts/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callWith } from './src/call-with-id.ts'
import { type IdPlace, idPlacesOf } from './src/id-places.ts'
import { type Answered, endpoints, type Owned, ownEverything } from './src/owned.ts'
import { partOfList } from './src/part-of-list.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { withUsedOwner } from './src/used-owner.ts'

/** What is open to anyone names what is public, or bears its proof itself (`files.open`, in `access.test.ts`). */
const guarded = endpoints.filter(({ access }) => access !== 'anyone' && access !== 'signed')
const naming = guarded.filter((endpoint) => idPlacesOf(endpoint).length > 0)

let owners = 0
const website = createServer(({ url }, response) => {
  const text = `<title>Lamps</title><main><p>The lamps of shop number ${url} are made to be mended.</p></main>`
  response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(text)
})
const portOf = (server: Server) => Object(server.address()).port

let parley: TestPlatform
let mine: Owned
let theirs: Owned
/** A second agent of mine, with everything that belongs to one. */
let sibling: Owned
/** For calls in which the caller chooses the id, so that something is created. */
let choosing: Owned

beforeAll(async () => {
  await once(website.listen(0, '127.0.0.1'), 'listening')
  parley = await startTestPlatform({
    RATE_LIMIT_FACTOR: '1000',
    CLIENT_SEATS: '20',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    TRUST_PROXY: 'true',
  })
  mine = await newOwner()
  theirs = await newOwner()
  sibling = await newOwner(mine.person)
  choosing = await newOwner()
  await parley.settled()
})
afterAll(async () => {
  await parley?.stop()
  website.close()
})

/** Each has a page of their own to crawl. */
const newOwner = (person?: Person) =>
  ownEverything(parley, person, `http://127.0.0.1:${portOf(website)}/${++owners}`)

describe.each(naming)('$name', (endpoint) => {
  const places = idPlacesOf(endpoint)
  test.each(places)('opens, changes and reveals nothing of others by $label', async (place) => {
    const { of, madeUp = 'made-up', ofAgent, otherwise } = place.kind
    const caller = otherwise === 'chosen' ? choosing : mine
    const before = await everythingKept()
    const others = ofAgent && isUnderAgent(endpoint, place) ? [theirs, sibling] : [theirs]
    for (const token of tokensOf(caller, endpoint)) {
      const missing = await callWith(parley, caller, token, endpoint, place, madeUp)
      for (const other of others) {
        const answer = await callWith(parley, caller, token, endpoint, place, of(other))
        const where = `${other === theirs ? 'of another tenant' : 'of another agent'}: ${answer.text.slice(0, 300)}`
        if (otherwise === 'chosen') expect(answer.status, where).toBe(missing.status)
        // The existence of an agent of one's own may be revealed; that another's exists is visible in its widget.
        else if (place.label !== 'params.agentId' || (other === theirs && !endpoint.createsAgent))
          expect(comparable(answer, of(other)), where).toEqual(comparable(missing, madeUp))
        expect(answer.text).not.toContain(other.word)
        if (otherwise === undefined) expect([400, 401, 403, 404], where).toContain(answer.status)
        // The key of an agent opens nothing of the whole workspace, whatever the call names.
        else if (token !== caller.agentKey || missing.status !== 403) expect(answer.status, where).toBe(200)
        if (answer.status === 400)
          expect(fieldsOf(answer), where).toContain(/^\w+/.exec(place.text.path)?.[0])
      }
    }
    await parley.settled()
    const after = await everythingKept()
    const made = await madeSince(before.head)
    if (otherwise === 'chosen') {
      // What is created is the caller's own, and nothing of others is deleted.
      expect(after.keys).toEqual(expect.arrayContaining(before.keys))
      expect(after.files).toEqual(expect.arrayContaining(before.files))
      expect(made.filter(({ tenant }) => tenant !== choosing.person.workspaceId)).toEqual([])
    } else expect([after.keys, after.files, made]).toEqual([before.keys, before.files, []])
  })
})

/**
 * Otherwise the refusals above would prove nothing. All ids of a path are covered at once. `npm test` tries a sixth of them,
 * `npm run test:long` all.
 */
describe('one’s own id', () => {
  const taken = naming.flatMap((endpoint) => {
    const [first, ...others] = idPlacesOf(endpoint)
    const places = first ? [first, ...others.filter(({ where }) => where !== 'params')] : []
    return places.map((place) => ({ name: endpoint.name, label: place.label, endpoint, place }))
  })

  const attempts = new Map(
    [false, true].map((ofAgent) => [ofAgent, withUsedOwner(() => newOwnerSettled(ofAgent))]),
  )

  const tried = partOfList(taken, { of: 8, nameOf: ({ name, label }) => `${name} ${label}` })

  test.each(tried)('is accepted by $name at $label', async ({ name, label, endpoint, place }) => {
    const refusal = notOwned[`${name} ${label}`]
    const isAccepted = async (own: Owned, isNew: boolean): Promise<boolean> => {
      const token = tokensOf(own, endpoint)[0] ?? ''
      const { status, text } = await callWith(parley, own, token, endpoint, place, place.kind.of(own))
      const accepted = refusal === undefined ? status === 200 : text.includes(refusal)
      if (isNew) expect(accepted, `${status} ${text.slice(0, 300)}`).toBe(true)
      return accepted
    }
    if (endpoint.kind === 'query') await isAccepted(mine, true)
    else await attempts.get(endpoint.path.includes('{agentId}'))!(isAccepted)
  })
})

async function newOwnerSettled(ofAgent: boolean): Promise<Owned> {
  const owner = await newOwner(ofAgent ? mine.person : undefined)
  await parley.settled()
  return owner
}

/** What owners do not have, with the answer for it. */
const notOwned: Record<string, string> = {
  'credentials.connect params.credentialId': 'Credentials of this kind need not be connected.',
  'credentials.finishConnecting params.credentialId': 'Please connect it again.',
  'organisationImports.upload params.workspaceId': 'This file is no snapshot of an organization.',
  'organisationImports.undo params.workspaceId': 'This import is not over yet.',
  // A form is part of the conversation's own transcript.
  'conversations.send body.form.formId': 'This form is not there any more.',
  // The channel was found: it is a webhook.
  'channels.sendTestMessage params.agentId': 'Test messages are sent from numbers of WhatsApp alone.',
  'channels.sendTestMessage params.channelId': 'Test messages are sent from numbers of WhatsApp alone.',
  'channels.templates params.agentId': 'Only numbers of WhatsApp have templates.',
  'channels.createTemplate params.agentId': 'Only numbers of WhatsApp have templates.',
  'channels.deleteTemplate params.agentId': 'Only numbers of WhatsApp have templates.',
  // The agent was found: the operator has no app of Meta.
  'channels.startMeta params.agentId': 'Whoever runs this installation has to set META_APP_ID',
  'channels.finishMeta params.agentId': 'Whoever runs this installation has to set META_APP_ID',
  'channels.connectMeta params.agentId': 'Whoever runs this installation has to set META_APP_ID',
  // The conversation was found: it is one of the website.
  'channels.sendTemplate params.agentId': 'Templates are sent on WhatsApp alone.',
  ...Object.fromEntries(
    ['create', 'change', 'audience'].map((name) => [
      `campaigns.${name} body.channelId`,
      'A campaign by mail has no channel.',
    ]),
  ),
  // The conversation was found: its agent offers no notifications.
  'visitorPush.allow params.agentId': 'This chat sends no notifications.',
  'visitorPush.allow params.conversationId': 'This chat sends no notifications.',
  // The campaign was found: it is a draft.
  'campaigns.pause params.campaignId': 'The campaign does not run.',
  'campaigns.cancel params.campaignId': 'The campaign does not run.',
  'campaigns.resume params.campaignId': 'The campaign is not paused.',
  'campaigns.retry params.campaignId': 'Only a campaign that has finished can be tried again.',
  // Only a model asks for approval.
  'conversations.decideApproval params.agentId': 'This request for approval does not exist.',
  // The agent was found: the address of the sample is nowhere.
  'agents.fetchFont params.agentId': 'font-not-fetched',
  'agency.fetchFont params.workspaceId': 'font-not-fetched',
  // The agent was found: the sample leaves the secret out.
  'credentials.create body.settings.agentId': 'Please enter the secret.',
  // The organisation was found: it has no secret yet, which the sample leaves out.
  'organisations.saveOpenId params.workspaceId': 'Please enter the client secret.',
  // The workspace was found: it has a domain already.
  'domains.add body.agencyId': 'domain-exists',
  'domains.add body.userId': 'domain-exists',
  // The agent was found: there is no key for its model.
  'assistant.css params.agentId': 'no-model',
  'assistant.css body.agentID': 'no-model',
  'assistant.improvePrompt params.agentId': 'no-model',
  // The agent was found: none of its versions is a canary.
  'canary.setShare params.agentId': 'no-canary',
  'canary.promote params.agentId': 'no-canary',
  'canary.withdraw params.agentId': 'no-canary',
  // The owner is the one member.
  'members.change params.workspaceId': 'The owner may do everything.',
  'members.remove params.workspaceId': 'You cannot remove yourself from the workspace.',
  'members.leave params.workspaceId': 'The owner cannot leave.',
  'workspaces.delete params.workspaceId': 'Your personal workspace can’t be deleted on its own.',
  'ownership.offer params.workspaceId': 'Your personal workspace stays yours.',
  'ownership.offer body.userId': 'Your personal workspace stays yours.',
  'ownership.answer params.workspaceId': 'The ownership of this workspace is not offered to you.',
  // The other seat is kept for the one who is invited.
  'invites.create params.workspaceId': 'You have reached the maximum number of seats',
  'organisations.delete params.workspaceId': 'This organization still has clients.',
  // It was sent less than a minute ago.
  'invites.resend params.workspaceId': 'The invitation was just sent.',
}

test('an unknown kind of id fails, with what to add', () => {
  const unknown = (shape: object): Endpoint =>
    Object.values(
      defineEndpoints({
        'new.thing': { ...endpoints[0]!, body: z.object({ list: z.array(z.object({ ...shape })) }) },
      }),
    )[0]!
  for (const shape of [{ widgetId: z.string() }, { widget: z.string().max(64) }])
    expect(() => idPlacesOf(unknown(shape))).toThrow(
      /new\.thing takes body\.list\[\]\.widget.*Add it to `kinds`/,
    )
  expect(idPlacesOf(unknown({ toolId: z.string() })).map(({ label }) => label)).toEqual([
    'body.list[].toolId',
  ])
})

/** The tokens of everybody who may call it: people first. */
function tokensOf(
  { person, workspaceSecret, agentKey, visitorToken, clientToken, orgAdminToken, agencyAdminToken }: Owned,
  { access, path, permission }: Endpoint,
): string[] {
  if (access === 'visitor') return [visitorToken]
  if (access === 'client')
    return holds({ role: 'client' }, permission) ? [clientToken, orgAdminToken] : [orgAdminToken]
  return [
    person.token,
    ...(access === 'person' || !holds({ role: 'secret' }, permission) ? [] : [workspaceSecret]),
    ...(holds({ role: 'agent-key' }, permission) ? [agentKey] : []),
    ...(path.includes('{agentId}') && holds({ role: 'agency-admin' }, permission) ? [agencyAdminToken] : []),
  ]
}

/**
 * Whether the path names an agent that the id must belong to. An agent of one's own may be named if nothing else is.
 */
function isUnderAgent(endpoint: Endpoint, place: IdPlace): boolean {
  if (!endpoint.path.includes('{agentId}')) return false
  if (place.label !== 'params.agentId' || endpoint.access === 'visitor') return true
  return idPlacesOf(endpoint).some(
    ({ where, label, kind }) => where === 'params' && label !== place.label && kind.ofAgent,
  )
}

/** An answer without the requested id and without values that differ in any two answers. */
function comparable({ status, text }: Answered, id: string) {
  const said = text
    .replaceAll(id, '<id>')
    .replaceAll(/"requestId":"[^"]+"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
  return { status, said }
}

function fieldsOf({ text }: Answered): string[] {
  const { field, errors = [] } = z
    .object({ field: z.string().optional(), errors: z.array(z.object({ field: z.string() })).optional() })
    .parse(JSON.parse(text))
  const fields = [...(field === undefined ? [] : [field]), ...errors.map((each) => each.field)]
  return fields.map((each) => /^\w*/.exec(each)?.[0] ?? '')
}

type Kept = { head: number; keys: string[]; files: string[] }

async function everythingKept(): Promise<Kept> {
  const keys = new DatabaseSync(join(parley.dataDir, 'na/keys.db'), { readOnly: true })
  const rows = keys.prepare('SELECT * FROM key ORDER BY subject').all()
  keys.close()
  return {
    head: await parley.platform.regions.get('na')!.engines.eventStore.head(),
    keys: rows.map((row) => JSON.stringify(row)),
    files: (await readdir(join(parley.dataDir, 'na/files'), { recursive: true })).sort(),
  }
}

/** Events caused by callers: policies react in their own time to earlier ones. */
async function madeSince(head: number): Promise<{ type: string; stream: string; tenant: string }[]> {
  const { eventStore } = parley.platform.regions.get('na')!.engines
  return (await eventStore.readAll(head, 1_000)).flatMap(({ type, stream, metadata }) => {
    const { actor, tenant } = z
      .object({ actor: z.object({ kind: z.string() }), tenant: z.string() })
      .parse(JSON.parse(metadata))
    return actor.kind === 'policy' ? [] : [{ type, stream, tenant }]
  })
}
