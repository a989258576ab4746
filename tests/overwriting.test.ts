/**
 * Generated from the endpoints' data: a command that overwrites what its caller has read takes the `ETag` of the query that
 * showed it as `If-Match`, and is refused with 412 once somebody else has changed that.
 */
import { api, type EndpointName } from '@parley/contracts/api.ts'
import { callWithEtag } from '@parley/contracts/call-with-etag.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { webhookCatalogue } from '@parley/contracts/integration/webhook-catalogue.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { openApiDocument } from '@parley/host/http/openapi.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Owned, ownEverything } from './src/owned.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { withUsedOwner } from './src/used-owner.ts'

const endpoints: Record<string, Endpoint> = api
const commands = Object.values(endpoints).filter(({ kind }) => kind === 'command')
const overwriting = commands.filter(({ overwrites }) => overwrites !== undefined)

/** Two changes of the same thing by a call; `by` is another call that changes what a deletion removes. */
type Changes = { by?: EndpointName; bodies: [unknown, unknown] }

const note = (text: string) => ({ note: text })
const lines = (says: string) => ({ testCase: { lines: [{ says, expects: {} }] } })
const settings = (name: string) => ({
  settings: { name, description: name, fields: [], serverUrl: 'https://tools.example/' },
})
const account = (name: string) => ({ name, account: { url: 'https://channels.example/' } })
const canned = (text: string) => ({ shortcut: `hello-${text.toLowerCase()}`, text })
const view = (tag: string) => ({ name: `View of ${tag}`, filters: { tag } })
const webhook = (word: string) => ({
  url: `https://hooks.example/${word}`,
  description: word,
  subscribedEvents: Object.keys(webhookCatalogue).slice(0, 1),
  sendWorkspaceSecret: false,
})
const credential = (word: string) => ({
  settings: { name: word, use: { kind: 'bearer' }, hosts: ['tools.example', 'example.com'] },
})
const campaign = (name: string) => ({
  ...{ name, agentId: '', medium: 'email', timeZone: 'UTC', schedule: { kind: 'now' } },
  ...{ steps: [{ afterHours: 0, a: { text: name } }], audience: { kind: 'list' } },
})
const openId = (word: string) => ({
  ...{ issuer: `https://${word}.example`, application: word, secret: word, domains: [`${word}.example`] },
  ...{ createClients: false, onlyOpenId: false },
})
const both = (bodyOf: (word: string) => unknown, by?: EndpointName): Changes => ({
  bodies: [bodyOf('one'), bodyOf('other')],
  ...(by ? { by } : {}),
})

/** Each needs two bodies that change what is there. */
const changes: Record<string, Changes> = {
  'agents.save': both((description) => ({ description })),
  'agents.rename': both((title) => ({ title })),
  'agents.restoreVersion': { by: 'agents.rename', bodies: [{ title: 'one' }, undefined] },
  'agents.delete': { by: 'agents.rename', bodies: [{ title: 'one' }, undefined] },
  'blueprints.rename': both((name) => ({ name })),
  'blueprints.delete': { by: 'blueprints.rename', bodies: [{ name: 'one' }, undefined] },
  'prompts.describe': both((name) => ({ name, description: name })),
  'prompts.saveVersion': both((text) => ({ text })),
  'prompts.restoreVersion': { by: 'prompts.saveVersion', bodies: [{ text: 'one' }, undefined] },
  'prompts.publish': { by: 'prompts.saveVersion', bodies: [{ text: 'one' }, { version: 2 }] },
  'prompts.delete': { by: 'prompts.saveVersion', bodies: [{ text: 'one' }, undefined] },
  'publishGate.set': { bodies: [{ required: true }, { required: false }] },
  'channels.change': both(account),
  'channels.changeCredentials': both((word) => ({ credentials: { secret: `${word} and a good deal more` } })),
  'channels.disconnect': { by: 'channels.change', bodies: [account('one'), undefined] },
  'knowledge.edit': both((content) => ({ name: 'Hours', content: `${content}.` })),
  'knowledge.change': both((tag) => ({ tags: [tag] })),
  'knowledge.changeChunk': { bodies: [{ action: 'disable' }, { action: 'enable' }] },
  'knowledge.delete': { by: 'knowledge.edit', bodies: [{ name: 'Hours', content: 'Some.' }, undefined] },
  'leads.save': both(note),
  'leads.remove': { by: 'leads.save', bodies: [note('one'), undefined] },
  'testCases.save': both(lines),
  'testCases.delete': { by: 'testCases.save', bodies: [lines('one'), undefined] },
  'tools.save': both(settings),
  'tools.restoreVersion': { by: 'tools.save', bodies: [settings('one'), undefined] },
  'tools.delete': { by: 'tools.save', bodies: [settings('one'), undefined] },
  'workspaces.save': both((workspaceName) => ({ workspaceName })),
  'workspaces.regenerateSecret': both(() => undefined),
  'inbox.save': both((tag) => ({ predefinedTags: [tag] })),
  'inbox.saveCannedResponse': both(canned),
  'inbox.deleteCannedResponse': { by: 'inbox.saveCannedResponse', bodies: [canned('gone'), undefined] },
  'inbox.saveView': both(view),
  'inbox.deleteView': { by: 'inbox.saveView', bodies: [view('gone'), undefined] },
  'members.change': {
    bodies: [{ permissions: ['inbox.read'] }, { permissions: ['inbox.read', 'conversation.read'] }],
  },
  'notifications.saveSettings': {
    bodies: [
      { notifyThrough: 'push', notifyIf: 'all' },
      { notifyThrough: 'email', notifyIf: 'all' },
    ],
  },
  'reports.save': {
    bodies: [1, 2].map((weekday) => ({
      frequency: 'weekly',
      weekday,
      timeZone: 'UTC',
      recipientIds: [],
    })) as [unknown, unknown],
  },
  'monthlyReports.save': {
    bodies: [1, 2].map((dayOfMonth) => ({ enabled: true, dayOfMonth, timeZone: 'UTC' })) as [
      unknown,
      unknown,
    ],
  },
  'agency.save': both((name) => ({ name })),
  'agency.regenerateSecret': both(() => undefined),
  'agency.createSsoSecret': both(() => undefined),
  'agency.removeSsoSecret': { by: 'agency.createSsoSecret', bodies: [undefined, undefined] },
  'credentials.save': both(credential),
  'credentials.rotate': both((word) => ({ secret: `${word} and more of it` })),
  'credentials.delete': { by: 'credentials.save', bodies: [credential('gone'), undefined] },
  'webhooks.save': both(webhook),
  'webhooks.replaceSecret': both(() => undefined),
  'webhooks.delete': { by: 'webhooks.save', bodies: [webhook('gone'), undefined] },
  'campaigns.change': both(campaign),
  'campaigns.delete': { by: 'campaigns.change', bodies: [campaign('gone'), undefined] },
  'organisations.save': both((name) => ({ name })),
  'organisations.delete': { by: 'organisations.save', bodies: [{ name: 'gone' }, undefined] },
  'organisations.saveOpenId': both(openId),
  'organisations.removeOpenId': {
    by: 'organisations.saveOpenId',
    bodies: [openId('gone'), undefined],
  },
  'ownOrganisation.save': both((word) => ({ name: `Own ${word}` })),
  'clients.save': both((name) => ({ name })),
  'clients.delete': { by: 'clients.save', bodies: [{ name: 'gone' }, undefined] },
  'conversations.tag': both((tag) => ({ tags: [tag] })),
  'conversations.assign': { bodies: [{ assignee: 'me' }, { assignee: null }] },
  'conversations.setStatus': { bodies: [{ status: 'resolved' }, { status: 'open' }] },
}

/** Why the other commands overwrite nothing that somebody else may have changed. */
const others: Record<string, string[]> = {
  'begins or ends a session, or proves something': [
    ...['auth.requestSignUp', 'auth.signUp', 'auth.signIn', 'auth.signOut', 'auth.requestCode'],
    ...['auth.signInWithCode', 'auth.requestPasswordReset', 'auth.revokeSession', 'auth.passSecondStep'],
    ...['auth.startPasskeySignIn', 'auth.signInWithPasskey', 'auth.startOpenId', 'auth.finishOpenId'],
    ...['clientAuth.signIn', 'clientAuth.signOut', 'rpc.ssoClient', 'clients.viewAs', 'clientAuth.leaveView'],
    ...['clients.createViewLink', 'clientAuth.openView'],
    ...['rpc.signupWithOTP', 'rpc.validateClientLoginToken', 'clients.createLoginToken'],
    'clients.sendSignInLink',
    ...['clientAuth.startOpenId', 'clientAuth.finishOpenId', 'clientAuth.signInWithSecret'],
    'agency.endAdminSession',
  ],
  'a client’s own status and answers, and what it edited of its own name, address and photo': [
    ...['clientAuth.status', 'clientAuth.saveProfile', 'clientAuth.saveOnboarding'],
    'clientAuth.changePassword',
  ],
  'a person’s own account, which nobody else can change': [
    ...['auth.resetPassword', 'auth.changeProfile', 'auth.changePassword', 'auth.requestEmailChange'],
    ...['auth.changeEmail', 'auth.deleteAccount', 'auth.startTwoFactor', 'auth.turnOnTwoFactor'],
    ...['auth.renewRecoveryCodes', 'auth.turnOffTwoFactor', 'auth.startPasskey', 'auth.addPasskey'],
    ...['auth.renamePasskey', 'auth.removePasskey', 'notifications.seen', 'notifications.allSeen'],
    ...['notifications.turnOnPush', 'notifications.turnOffPush', 'notifications.testPush', 'reports.stop'],
  ],
  'a step that is refused where it does not follow from the present state': [
    'tools.undelete',
    ...['members.remove', 'members.leave', 'invites.create', 'invites.resend', 'invites.revoke'],
    ...['tokens.revoke', 'invites.accept', 'ownership.offer', 'ownership.withdraw', 'ownership.answer'],
    ...[
      'conversations.takeOver',
      'conversations.handBack',
      'conversations.decideApproval',
      'testRuns.cancel',
      'channels.deleteTemplate',
      'knowledge.cancel',
    ],
    ...['webhooks.pause', 'webhooks.resume', 'workspaces.delete', 'workspaces.keep', 'domains.add'],
    'rpc.activateWhitelabelTrial',
    ...['start', 'pause', 'resume', 'cancel', 'retry', 'clearRecipients'].map((name) => `campaigns.${name}`),
    ...['domains.remove', 'emailDomains.add', 'emailDomains.verify', 'emailDomains.remove', 'bounces.clear'],
    ...['clients.unlinkOpenId'],
    ...['canary.start', 'canary.setShare', 'canary.promote', 'canary.withdraw', 'blueprints.detach'],
    ...['blueprints.rollOut', 'blueprints.undoRollout', 'blueprintDrafts.settle'],
  ],
  'adds something, or does something with it': [
    ...['create', 'addRecipients', 'test', 'suppress'].map((name) => `campaigns.${name}`),
    ...['blueprints.create', 'blueprints.saveVersion', 'blueprints.attach', 'blueprints.createAgent'],
    ...['workspaces.create', 'agents.fetchFont', 'rpc.convertAgentTemplateToAgent', 'rpc.saveAgentBackup'],
    ...['knowledge.addText', 'knowledge.addPairs', 'knowledge.addDocument', 'knowledge.addWebsite'],
    ...['knowledge.refresh', 'conversations.start', 'conversations.send', 'conversations.test'],
    ...[
      'prompts.create',
      'tools.create',
      'tools.import',
      'tools.test',
      'channels.connect',
      'channels.deliver',
      'channels.telegramWebhook',
      'channels.whatsappWebhook',
      'channels.metaWebhook',
      'channels.sendTestMessage',
      'channels.view',
      'channels.createTemplate',
      'channels.sendTemplate',
      'channels.startMeta',
      'channels.finishMeta',
      'channels.connectMeta',
      'channels.metaAppWebhook',
      'channels.metaAppDeauthorized',
      'channels.metaAppDeletion',
      'channels.metaDeauthorized',
      'channels.metaDeletion',
      'testCases.add',
    ],
    'bounces.fromResend',
    ...['testCases.import', 'testCases.addConversation', 'testRuns.start', 'testRuns.replay'],
    ...['conversations.upload', 'conversations.attach', 'rpc.uploadFile', 'conversations.reply'],
    ...['conversations.typing', 'conversations.addNote', 'conversations.markRead', 'analytics.record'],
    ...['analytics.recordByScript', 'analytics.handleQuestion', 'conversations.mailTranscript'],
    ...[
      'agency.initialize',
      'agency.fetchFont',
      'credentials.create',
      'credentials.createForMcp',
      'credentials.connect',
      'credentials.finishConnecting',
      'tokens.create',
      'webhooks.create',
      'webhooks.test',
      'webhooks.replay',
      'log.add',
    ],
    ...['webhooks.replayAll', 'organisations.create', 'organisations.transferCredits', 'clients.create'],
    ...['onboarding.getBrandingInfo', 'onboarding.createPersonalizedAgent', 'onboarding.askAgent'],
    ...['clientAuth.createAgent', 'ownAgents.create', 'ownOrganisation.addUser'],
    ...['organisationSnapshots.make', 'organisationImports.upload', 'organisationImports.start'],
    ...['organisationImports.undo', 'organisationImports.uploadPart', 'organisationImports.complete'],
    ...[
      'assistant.css',
      'assistant.improvePrompt',
      'reports.send',
      'monthlyReports.send',
      'domains.sendInstructions',
      'agency.sendFeedback',
      'workspaces.sendEmail',
    ],
  ],
  'removes what nobody can edit': [
    'conversations.removeNote',
    'conversations.remove',
    'visitors.erase',
    'campaigns.unsuppress',
    'campaigns.eraseContact',
  ],
  'what a visitor says of themselves': [
    ...['conversations.stop', 'conversations.requestHandoff', 'conversations.feedback'],
    ...['conversations.identify', 'conversations.setVariables', 'conversations.moved'],
    ...['conversations.visitorTyping', 'visitorPush.allow', 'visitorPush.withdraw'],
  ],
}

let parley: TestPlatform
let person: Person
let colleague: Person
beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000', WORKSPACE_SEATS: '5' })
  person = await parley.signUp()
  colleague = await parley.signUp()
  await joinWorkspace(parley, person, colleague)
})
afterAll(() => parley?.stop())

test('every command says what it overwrites, or is listed with why it overwrites nothing', () => {
  const listed = [...Object.values(others).flat(), ...overwriting.map(({ name }) => name)]
  expect(listed.toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  for (const { name, overwrites } of overwriting) {
    expect(endpoints[overwrites ?? '']?.kind, name).toBe('query')
    expect(changes[name], `bodies of ${name}`).toBeDefined()
  }
})

describe('a command that overwrites what its caller has read', () => {
  const withUsed = withUsedOwner(() => ownEverything(parley, person))
  test.each(overwriting)('$name', (command) =>
    withUsed(async (owned, isNew) => {
      const overwrites = overwritesWhatWasRead(command, owned)
      if (isNew) await overwrites
      return overwrites.then(
        () => true,
        () => false,
      )
    }),
  )

  async function overwritesWhatWasRead(command: Endpoint, owned: Owned) {
    const { by, bodies } = changes[command.name]!
    const [theirs, own] = await bodiesFor(command, owned, bodies)
    const change = endpoints[by ?? command.name]!
    const query = endpoints[command.overwrites ?? '']!

    const before = await call(query, owned)
    const tag = before.etag
    expect(tag).toMatch(/^"\d+"$/)
    const changed = await call(change, owned, theirs)
    expect(changed.status).toBe(200)
    const late = await call(command, owned, own, tag)
    expect([late.status, late.type]).toEqual([412, 'application/problem+json; charset=utf-8'])
    expect(late.value).toMatchObject({ code: 'changed-since-read', message: /read it again/i })
    const present = await call(query, owned)
    // Policies may have followed.
    expect(numberIn(present)).toBeGreaterThanOrEqual(numberIn(changed))
    const again = await call(command, owned, own, present.etag)
    expect([again.status, again.value]).toEqual([200, expect.anything()])
    // What the command answers stands for what it wrote, so that the next one need not read.
    expect(again.etag).toMatch(/^"\d+"$/)
    if (command.method === 'DELETE' || by) return
    expect((await call(command, owned, theirs, tag)).status).toBe(412)
    expect((await call(command, owned, theirs, again.etag)).status).toBe(200)
  }
})

test('something else of the same answer may have changed', async () => {
  const owned = await ownEverything(parley, person)
  const { etag } = await call(api['inbox.get'], owned)
  const save = api['inbox.saveCannedResponse']
  const other = { ...owned, named: { ...owned.named, cannedResponseId: 'another' } }
  expect((await call(save, other, { shortcut: 'another', text: 'Other.' })).status).toBe(200)
  expect((await call(save, owned, canned('changed'), etag)).status).toBe(200)
})

test('the price of a credit is a setting of the agency like its others', async () => {
  const owned = await ownEverything(parley, person)
  const { etag } = await call(api['agency.get'], owned)
  const save = api['agency.save']
  expect((await call(save, owned, { USDPerToken: 0.004 })).status).toBe(200)
  expect((await call(save, owned, { USDPerToken: 0.005 }, etag)).status).toBe(412)
})

test('ten callers who have read the same overwrite it at once: one does, the others are told', async () => {
  const owned = await ownEverything(parley, person)
  const { etag } = await call(api['agents.get'], owned)
  const titles = Array.from({ length: 10 }, (_, nth) => ({ title: `Desk ${nth}` }))
  const answers = await Promise.all(titles.map((body) => call(api['agents.rename'], owned, body, etag)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
})

test('ETags come in lists and from proxies; anything else is refused', async () => {
  const owned = await ownEverything(parley, person)
  const { etag } = await call(api['agents.get'], owned)
  const rename = (title: string, tag?: string) => call(api['agents.rename'], owned, { title }, tag)
  const first = await rename('First', `"1", W/${etag}`)
  expect(first.status).toBe(200)
  expect((await rename('Second', `"1", "2"`)).status).toBe(412)
  for (const wrong of ['*', 'abc', '"abc"', '""', `${etag},`])
    expect(await rename('Third', wrong), wrong).toMatchObject({ status: 400, value: { field: 'If-Match' } })
  const added = await call(api['tools.create'], owned, settings('Third'), etag)
  expect(added).toMatchObject({ status: 400, value: { field: 'If-Match' } })
})

const numberIn = ({ etag }: { etag?: string | undefined }) => Number(JSON.parse(etag ?? '""'))

test('the typed client reads ETags and sends them', async () => {
  const { person, named } = await ownEverything(parley, await parley.signUp())
  const params = { region: 'na', agentId: named.agentId ?? '' } as const
  const { value, etag } = await callWithEtag(person.client, 'agents.get', { params })
  expect(value.data.title).toBeTypeOf('string')
  const rename = (title: string, ifMatch: string | undefined) =>
    callWithEtag(person.client, 'agents.rename', { params, body: { title } }, { ...(ifMatch && { ifMatch }) })
  const renamed = await rename('First', etag)
  await expect(rename('Second', etag)).rejects.toMatchObject({ status: 412, code: 'changed-since-read' })
  await rename('Third', renamed.etag)
})

test('the API reference says which calls take which ETag', () => {
  const { paths } = openApiDocument(api, 'https://parley.example') as {
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string
          parameters: { name: string }[]
          responses: Record<string, { headers?: object }>
        }
      >
    >
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const { name, overwrites, delivery } of Object.values(endpoints)) {
    const operation = operations.find(({ operationId }) => operationId === name)
    const takes = operation?.parameters.some((parameter) => parameter.name === 'If-Match')
    expect([takes, '412' in Object(operation?.responses)], name).toEqual([
      Boolean(overwrites),
      Boolean(overwrites),
    ])
    // Prepared bytes have one for `If-None-Match`.
    const answers =
      Boolean(overwrites) ||
      delivery === 'bytes' ||
      overwriting.some((command) => command.overwrites === name)
    expect('ETag' in Object(operation?.responses[200]?.headers), name).toBe(answers)
  }
})

async function bodiesFor(
  command: Endpoint,
  owned: Owned,
  bodies: Changes['bodies'],
): Promise<[unknown, unknown]> {
  const { named } = owned
  if (command.name === 'members.change') named.userId = colleague.userId
  // One with clients can't be deleted.
  if (command.name === 'organisations.delete') {
    const ofWorkspace = { region: 'na', workspaceId: person.workspaceId } as const
    const made = await person.client.call('organisations.create', {
      params: ofWorkspace,
      body: { name: 'Empty' },
    })
    named.organisationId = made.organisationId
  }
  if (command.name.startsWith('campaigns.')) {
    const { agentId } = named
    const ofAgent = (body: unknown) => body && Object.assign({}, body, { agentId })
    return [ofAgent(bodies[0]), ofAgent(bodies[1])]
  }
  if (command.name === 'conversations.assign') return [{ assignee: person.userId }, { assignee: null }]
  if (command.name !== 'knowledge.changeChunk') return bodies
  const params = { region: 'na', agentId: named.agentId ?? '', sourceId: named.sourceId ?? '' } as const
  const { chunkIds } = await person.client.call('knowledge.get', { params })
  const [one, other] = bodies
  return [Object.assign({ key: chunkIds[0] }, one), Object.assign({ key: chunkIds[0] }, other)]
}

async function call(
  endpoint: Endpoint,
  { named, person, orgAdminToken }: Owned,
  body?: unknown,
  ifMatch?: string,
) {
  const response = await fetch(parley.url + fillPath(endpoint.path, named), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${endpoint.access === 'client' ? orgAdminToken : person.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag') ?? undefined,
    value: await response.json(),
  }
}
