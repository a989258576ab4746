/** A tenant that has one of everything that a path can name, for tests that are generated from the endpoints. */
import { createECDH, randomBytes } from 'node:crypto'
import { api } from '@parley/contracts/api.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { tokenPermissions } from '@parley/contracts/workspace/token-names.ts'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { createAuthenticator } from './authenticator.ts'
import { sampleOf } from './samples.ts'
import type { Person, TestPlatform } from './test-platform.ts'

/** All that the narrow token may do. */
export const ONE_PERMISSION = 'conversation.read'

export const endpoints: Endpoint[] = Object.values(api)

export type Owned = {
  person: Person
  agentKey: string
  workspaceSecret: string
  /** An access token with all that one may have, and one that may do one thing (`ONE_PERMISSION`). */
  accessToken: string
  narrowToken: string
  visitorToken: string
  /** Of a client with every page that there is, and the agent that was there when it was created. */
  clientToken: string
  /** Of a client that is an admin of the same organisation. */
  orgAdminToken: string
  /** Of whoever signed in with the agency secret. */
  agencyAdminToken: string
  /** Values for the `{placeholders}` of a path. */
  named: Record<string, string>
  /** A word in everything that is theirs. */
  word: string
}

/** The functions of a running Parley that are used here. */
export type Reached = Pick<TestPlatform, 'url' | 'client' | 'signUp' | 'settled'> &
  Partial<Pick<TestPlatform, 'platform'>>

let owners = 0

/** With `person`, creates another agent of an existing owner; with `website`, also crawls a page. */
export async function ownEverything(parley: Reached, person?: Person, website?: string): Promise<Owned> {
  const owned = await everythingOf(parley, person ?? (await parley.signUp()))
  if (website !== undefined) Object.assign(owned.named, await readPage(owned, website))
  return owned
}

/** Adds a website of one page; returns its ids and that of its first chunk. */
async function readPage({ person: { client }, named }: Owned, url: string): Promise<Record<string, string>> {
  const params = { region: 'na' as const, agentId: named.agentId ?? '' }
  const { sourceId: websiteId } = await client.call('knowledge.addWebsite', {
    params,
    body: { url, kind: 'url' },
  })
  const ofWebsite = { ...params, sourceId: websiteId }
  for (;;) {
    const [page] = (await client.call('knowledge.pages', { params: ofWebsite, query: {} })).items
    if (page?.status === 'ERROR') throw new Error(`${url} could not be read`)
    if (page?.status !== 'SUCCESS') continue
    const { pageId } = page
    const { passages } = await client.call('knowledge.page', { params: { ...ofWebsite, pageId } })
    const [run] = (await client.call('crawls.get', { params: ofWebsite })).runs
    return { websiteId, pageId, chunkKey: passages[0]?.key ?? 'none', crawlId: run?.crawlId ?? 'none' }
  }
}

async function everythingOf(parley: Reached, person: Person): Promise<Owned> {
  const { client, workspaceId, userId } = person
  const nth = ++owners
  const word = `word${nth}of${workspaceId}`
  const region = 'na' as const
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: word, agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const params = { region, agentId }
  await client.call('agents.save', {
    params,
    body: {
      acceptFileUpload: true,
      roundedImageURL: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      webFont: { source: '', family: word, faces: [{ url: 'data:font/woff2;base64,d09GMgAA' }] },
      enableNodes: false,
      enableHumanHandoff: true,
      showHandoffEvenIfOffline: true,
    },
  })
  const { data } = await client.call('agents.get', { params })
  const { workspaceSecret } = await client.call('workspaces.get', { params: { region, workspaceId } })
  const { sourceId } = await client.call('knowledge.addText', {
    params,
    body: { name: word, content: `We are open from nine to five. ${word}` },
  })
  const settings = { name: word, description: word, fields: [], serverUrl: 'https://tools.example/' }
  const former = { settings: { ...settings, description: 'before' } }
  const { id: toolId } = await client.call('tools.create', { params: { region }, body: former })
  await client.call('tools.save', { params: { region, toolId }, body: { settings } })
  const credentialId = await credentialOf(person, word)
  const promptId = await promptOf(person, word)
  const webhookId = await webhookOf(person, word)
  const { campaignId, contactKey } = await campaignOf(person, agentId, word)
  const { channelId } = await client.call('channels.connect', {
    params,
    body: {
      kind: 'webhook',
      name: word,
      account: { url: 'https://channels.example/' },
      credentials: { secret: `${word} and more of it` },
    },
  })
  const backup = { agentId, workspaceId, userEmail: person.email }
  await client.call('rpc.saveAgentBackup', { params: { region }, body: backup })
  await client.call('inbox.saveCannedResponse', {
    params: { region, workspaceId, cannedResponseId: `canned${nth}` },
    body: { shortcut: `hi${nth}`, text: word },
  })
  await client.call('inbox.saveView', {
    params: { region, workspaceId, viewId: `view${nth}` },
    body: { name: word, filters: { tag: word } },
  })

  const ofWorkspace = { params: { region, workspaceId } }
  await client.call('agency.initialize', ofWorkspace)
  // The same for all of a workspace: the list is saved as a whole.
  const tabId = `tab${workspaceId}`
  const content = { pageType: 'html', htmlContent: word, jsContent: '', iframeUrl: '' } as const
  const tab = { tabId, label: word, href: '/own', iconUrl: '', desc: '', alwaysVisible: true, ...content }
  await client.call('agency.save', { ...ofWorkspace, body: { name: word, customTabs: [tab] } })
  await client.call('domains.add', {
    params: { region },
    body: { customDomain: `app.${workspaceId}.example`, isCustomDomain: true },
  })
  const emailDomain = await client.call('emailDomains.add', {
    params: { region, domain: `${workspaceId}.example` },
    body: {},
  })
  const addressId = await bouncedAddressOf(parley, workspaceId, word)
  const { invites } = await client.call('members.list', ofWorkspace)
  const inviteId =
    invites[0]?.inviteId ??
    (await client.call('invites.create', { ...ofWorkspace, body: { email: `${word}@example.com` } })).inviteId

  const organisations = await client.call('organisations.list', ofWorkspace)
  const organisationId =
    organisations.items[0]?.ID ??
    (await client.call('organisations.create', { ...ofWorkspace, body: { name: word, allowBilling: true } }))
      .organisationId
  const ofClient = { organisationId, agentId, word }
  const { clientId, clientToken, orgAdminToken, agencyAdminToken } = await clientsOf(parley, person, ofClient)
  const { items: adminSessions } = await client.call('agency.adminSessions', ofWorkspace)

  const { accessTokenId, accessToken, narrowToken } = await tokensOf(person)
  const { snapshotId, importId, uploadId } = await snapshotOf(person, organisationId)

  const { blueprintId, rolloutId } = await blueprintOf(person, agentId, word)

  const browser = createECDH('prime256v1')
  const { subscriptionId } = await client.call('notifications.turnOnPush', {
    params: { region, workspaceId },
    body: {
      endpoint: `https://push.example/${word}`,
      keys: {
        p256dh: browser.generateKeys().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    },
  })

  const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
  const visitor = parley.client(visitorToken)
  const conversation = { params: { ...params, conversationId } }
  const { file } = await visitor.call('conversations.upload', {
    ...conversation,
    body: {
      id: `file${nth}`,
      name: `${word}.txt`,
      base64Payload: Buffer.from(word.repeat(9)).toString('base64'),
    },
  })
  await visitor.call('conversations.send', {
    ...conversation,
    body: { id: `m${nth}`, text: word, files: [`file${nth}`] },
  })
  await visitor.call('conversations.send', {
    ...conversation,
    body: { id: `unanswered${nth}`, text: 'Which zebra won at chess?' },
  })
  await visitor.call('conversations.identify', {
    ...conversation,
    body: { name: word, email: 'ada@example.com' },
  })
  const { caseId } = await client.call('testCases.addConversation', { ...conversation, body: {} })
  const { runId } = await client.call('testRuns.start', { params, body: { versions: ['published'] } })
  for (let ended = false; !ended; )
    ended =
      (await client.call('testRuns.get', { params: { ...params, runId }, query: {} })).run.outcome !==
      undefined
  await client.call('conversations.addNote', { ...conversation, body: { id: `note${nth}`, text: word } })
  await parley.settled()
  const { items: leads } = await client.call('leads.list', { params, query: {} })
  const { items: sessions } = await client.call('auth.listSessions', {})
  const passkeyId = await passkeyOf(person, parley.url)
  const { messages } = await client.call('conversations.transcript', { ...conversation, query: {} })
  const ofWebhook = { params: { region, webhookId }, query: {} }
  const { items: deliveries } = await client.call('webhooks.deliveries', ofWebhook)
  const unanswered = await client.call('analytics.unanswered', { params, query: {} })
  const { entryId } = await client.call('log.add', {
    params: { region, workspaceId },
    body: { type: 'order.shipped', content: word, agentId, withEmail: false },
  })
  const [, , , , , token = '', name = ''] = new URL(file.url, parley.url).pathname.split('/')
  return {
    person,
    agentKey: data.SECRET_API_KEY ?? '',
    workspaceSecret,
    accessToken,
    narrowToken,
    visitorToken,
    clientToken,
    orgAdminToken,
    agencyAdminToken,
    word,
    named: {
      region,
      agentId,
      workspaceId,
      ownerId: userId,
      agencyId: workspaceId,
      userId,
      conversationId,
      sourceId,
      toolId,
      credentialId,
      webhookId,
      campaignId,
      contactKey,
      deliveryId: deliveries[0]?.deliveryId ?? 'none',
      entryId,
      tabId,
      emailDomainId: emailDomain.data.id,
      addressId,
      domain: `${workspaceId}.example`,
      channelId,
      token,
      name,
      pageId: 'page1',
      crawlId: 'crawl1',
      cannedResponseId: `canned${nth}`,
      viewId: `view${nth}`,
      inviteId,
      tokenId: accessTokenId,
      organisationId,
      snapshotId,
      importId,
      uploadId,
      part: '0',
      clientId,
      blueprintId,
      promptId,
      rolloutId,
      caseId,
      runId,
      noteId: `note${nth}`,
      // Only a model asks for approval; that of another tenant is refused like one that does not exist.
      approvalId: `approval${nth}`,
      fileId: `file${nth}`,
      formId: `form${nth}`,
      leadId: leads[0]?.leadId ?? 'none',
      visitorId: JSON.parse(Buffer.from(visitorToken.split('.')[1] ?? '', 'base64url').toString()).visitorId,
      messageId: messages.at(-1)?.id ?? 'none',
      unansweredId: unanswered.items[0]?.messageId ?? 'none',
      // Of a template of WhatsApp, as Meta calls it.
      templateId: '920070352646140',
      notificationId: `conversation.${conversationId}`,
      subscriptionId,
      sessionId: sessions[0]?.sessionId ?? 'none',
      adminSessionId: adminSessions[0]?.adminSessionId ?? 'none',
      passkeyId,
      picture: data.roundedImageURL ?? 'none',
      fontFile: data.webFont?.faces[0]?.url ?? 'none',
      version: '1',
      revision: '0',
      stream: `agent-${agentId}`,
    },
  }
}

type Tokens = Record<'accessTokenId' | 'accessToken' | 'narrowToken', string>
/** Those of each workspace. */
const tokens = new Map<string, Tokens>()

async function tokensOf({ client, workspaceId }: Person): Promise<Tokens> {
  const known = tokens.get(workspaceId)
  if (known) return known
  const make = (name: string, permissions: WorkspacePermission[]) =>
    client.call('tokens.create', { params: { region: 'na', workspaceId }, body: { name, permissions } })
  const { tokenId: accessTokenId, token: accessToken } = await make(workspaceId, [...tokenPermissions])
  const { token: narrowToken } = await make(`${workspaceId} narrow`, [ONE_PERMISSION])
  const made = { accessTokenId, accessToken, narrowToken }
  tokens.set(workspaceId, made)
  return made
}

/** An address from which a mail of the workspace came back. */
async function bouncedAddressOf({ platform }: Reached, workspaceId: string, word: string): Promise<string> {
  const bounces = platform?.regions.get('na')?.ports.bounces
  if (!bounces) return 'none'
  const email = `${word}@bounced.example`
  await bounces.record({
    returnPath: bounces.returnAddressOf(workspaceId, email) ?? '',
    addresses: [email],
    report: { kind: 'bounce', status: '5.1.1' },
    ...{ reportId: word, by: 'mail' },
  })
  return bounces.addressIdOf(workspaceId, email)
}

/** A prompt of the library with a second version, which is not published. */
async function promptOf({ client, region, workspaceId }: Person, word: string): Promise<string> {
  const params = { region, workspaceId }
  const { promptId } = await client.call('prompts.create', { params, body: { name: word, text: word } })
  const body = { text: `Hello {{name}}, ${word}.` }
  await client.call('prompts.saveVersion', { params: { ...params, promptId }, body })
  return promptId
}

/** Saves the agent as a blueprint, and leaves a draft of its second version, which is made of another one, at the agent. */
async function blueprintOf(
  { client, workspaceId }: Person,
  agentId: string,
  word: string,
): Promise<{ blueprintId: string; rolloutId: string }> {
  const region = 'na' as const
  const ofWorkspace = { region, workspaceId }
  const { blueprintId } = await client.call('blueprints.create', {
    params: ofWorkspace,
    body: { name: word, agentId },
  })
  const params = { ...ofWorkspace, blueprintId }
  const other = await client.call('blueprints.createAgent', { params, body: { agentName: word } })
  await client.call('agents.save', {
    params: { region, agentId: other.agentId },
    body: { vg_initPrompt: `Greeting of ${word}` },
  })
  const { version } = await client.call('blueprints.saveVersion', {
    params,
    body: { agentId: other.agentId },
  })
  await client.call('agents.delete', { params: { region, agentId: other.agentId } })
  const { rolloutId } = await client.call('blueprints.rollOut', {
    params,
    body: { version, as: 'draft', conflicts: 'keep', targets: [{ agentId }] },
  })
  return { blueprintId, rolloutId }
}

type Clients = { clientId: string; clientToken: string; orgAdminToken: string; agencyAdminToken: string }

/** The clients of each workspace: they sign in once. */
const clients = new Map<string, Clients>()

/** Makes a snapshot of an organisation and uploads it again, unless the person did. */
async function snapshotOf(
  { client, region, workspaceId }: Person,
  organisationId: string,
): Promise<{ snapshotId: string; importId: string; uploadId: string }> {
  const params = { region, workspaceId }
  const uploadId = `upload${workspaceId.replace(/[^A-Za-z0-9]/g, '')}`.padEnd(16, '0').slice(0, 40)
  const { snapshots, imports } = await client.call('organisationSnapshots.list', { params })
  const [snapshot] = snapshots
  const [uploaded] = imports
  if (snapshot && uploaded) return { snapshotId: snapshot.snapshotId, importId: uploaded.importId, uploadId }
  const { snapshotId } = await client.call('organisationSnapshots.make', {
    params: { ...params, organisationId },
    body: { withClients: false },
  })
  const made = async () => {
    const { snapshots } = await client.call('organisationSnapshots.list', { params })
    expect(snapshots[0]?.state).toBe('made')
  }
  await vi.waitFor(made, { timeout: 60_000 })
  const file = await client.open('organisationSnapshots.download', { params: { ...params, snapshotId } })
  const base64Payload = Buffer.from(await file.arrayBuffer()).toString('base64')
  const { importId } = await client.call('organisationImports.upload', { params, body: { base64Payload } })
  await client.call('organisationImports.uploadPart', {
    params: { ...params, uploadId, part: 0 },
    body: { base64Payload },
  })
  return { snapshotId, importId, uploadId }
}

/** Adds a client and an admin of its organisation, unless the person has them, and signs them in. */
async function clientsOf(
  parley: Reached,
  person: Person,
  of: { organisationId: string; agentId: string; word: string },
): Promise<Clients> {
  const known = clients.get(person.workspaceId)
  if (known) return known
  const { clientId, token: clientToken } = await signedInClient(parley, person, of, {
    ...{ allowCreateAgents: true, canDelegateChats: true },
  })
  const { token: orgAdminToken } = await signedInClient(parley, person, of, {
    ...{ isOrgAdmin: true, allowCreateAgents: true, canDelegateChats: true },
  })
  const agencyAdminToken = await signedInAgencyAdmin(parley, person)
  const made = { clientId, clientToken, orgAdminToken, agencyAdminToken }
  clients.set(person.workspaceId, made)
  return made
}

async function signedInClient(
  parley: Reached,
  { client, workspaceId }: Person,
  { organisationId: orgId, agentId, word }: { organisationId: string; agentId: string; word: string },
  more: { isOrgAdmin?: boolean; allowCreateAgents?: boolean; canDelegateChats?: boolean },
): Promise<{ clientId: string; token: string }> {
  const ofWorkspace = { params: { region: 'na' as const, workspaceId } }
  const email = `${word}${more.isOrgAdmin ? '.admin' : ''}@clients.example`.toLowerCase()
  const dashboardPassword = `${word} and more of it`
  const canAccess = clientPages.filter((page) => !('until' in page)).map(({ href }) => href)
  const body = { orgId, name: word, email, canAccess, widgetIDs: [agentId], dashboardPassword, ...more }
  const { clientId } = await client.call('clients.create', { ...ofWorkspace, body })
  const signingIn = { email, password: dashboardPassword, agencyId: workspaceId }
  return { clientId, token: await tokenFrom(parley, '/api/auth/client/sign-in', signingIn) }
}

async function signedInAgencyAdmin(parley: Reached, { client, workspaceId }: Person): Promise<string> {
  const { agency } = await client.call('agency.get', { params: { region: 'na', workspaceId } })
  const signingIn = { secret: agency?.secret, agencyId: workspaceId }
  return tokenFrom(parley, '/api/auth/client/agency-admin', signingIn)
}

async function tokenFrom({ url }: Reached, path: string, body: object): Promise<string> {
  const signedIn = await fetch(url + path, {
    method: 'POST',
    // Behind a trusted proxy each comes from a network of its own, of which only so many may sign in.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${owners >> 8}.${owners & 255}` },
    body: JSON.stringify(body),
  })
  return z.object({ token: z.string() }).parse(await signedIn.json()).token
}

/** Adds a credential, unless the person has one. */
async function credentialOf({ client }: Person, word: string): Promise<string> {
  const params = { region: 'na' } as const
  const known = (await client.call('credentials.list', { params })).items[0]
  if (known) return known.credentialId
  const settings = {
    ...{ name: word, use: { kind: 'bearer' as const } },
    // What samples name, too.
    hosts: ['tools.example', 'example.com', 'sample'],
  }
  const body = { settings, secret: `${word} and more of it` }
  return (await client.call('credentials.create', { params, body })).credentialId
}

/** Adds a webhook, unless the person has one. It is paused: what happens is listed, and nothing is sent. */
async function webhookOf({ client }: Person, word: string): Promise<string> {
  const params = { region: 'na' as const }
  const known = (await client.call('webhooks.list', { params })).items[0]
  if (known) return known.webhookId
  const { webhookId } = await client.call('webhooks.create', {
    params,
    body: {
      url: `https://webhooks.example/${word}`,
      description: word,
      subscribedEvents: ['conversation_started'],
      sendWorkspaceSecret: false,
    },
  })
  await client.call('webhooks.pause', { params: { ...params, webhookId } })
  return webhookId
}

/** Adds a passkey, unless the person has one. */
async function passkeyOf({ client, password, token }: Person, url: string): Promise<string> {
  const known = (await client.call('auth.passkeys', {})).items[0]
  if (known) return known.passkeyId
  const asked = await client.call('auth.startPasskey', { body: { password } })
  // Without a public address, pages are at a free port of this machine.
  const origin =
    asked.rpId === 'localhost' ? `http://localhost:${new URL(url).port}` : `https://${asked.rpId}`
  const credential = createAuthenticator(origin).create(asked)
  const added = await fetch(`${url}/api/auth/passkeys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin },
    body: JSON.stringify({ ticket: asked.ticket, name: 'Laptop', credential }),
  })
  if (!added.ok) throw new Error(`The passkey was not added: ${await added.text()}`)
  await added.text()
  return (await client.call('auth.passkeys', {})).items[0]?.passkeyId ?? 'none'
}

export type Answered = { status: number; text: string; headers: Headers }

/** Calls an endpoint as a bearer. `named` fills the path; `body` defaults to a sample of what the endpoint takes. */
export async function callEndpoint(
  parley: Reached,
  endpoint: Endpoint,
  { named, token, body, query = '' }: CallGiven,
): Promise<Answered> {
  const leaving = new AbortController()
  const sent = body ?? (endpoint.body ? JSON.stringify(sampleOf(endpoint.body)) : undefined)
  const response = await fetch(parley.url + fillPath(endpoint.path, named) + query, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: sent,
    signal: leaving.signal,
  })
  // Streams don't end: their first part is enough.
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = endless ? await firstOf(response) : await response.text()
  leaving.abort()
  return { status: response.status, text, headers: response.headers }
}

type CallGiven = { named: Record<string, string>; token?: string; body?: string; query?: string }

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const first = await reader?.read()
  return new TextDecoder().decode(first?.value)
}

/** Creates a draft of a campaign, and keeps an address out of all. */
async function campaignOf({ client }: Person, agentId: string, word: string) {
  const params = { region: 'na' } as const
  const { campaignId } = await client.call('campaigns.create', {
    params,
    body: {
      ...({ name: word, agentId, medium: 'email', timeZone: 'UTC', schedule: { kind: 'now' } } as const),
      steps: [{ afterHours: 0, a: { subject: `News of ${word}`, text: word } }],
      audience: { kind: 'list' },
    },
  })
  const csv = `email,consent,word\n${word}@example.com,yes,${word}`
  await client.call('campaigns.addRecipients', { params: { ...params, campaignId }, body: { csv } })
  await client.call('campaigns.suppress', {
    params,
    body: { medium: 'email', address: `not-${word}@example.com` },
  })
  const { items } = await client.call('campaigns.suppressed', { params, query: {} })
  return { campaignId, contactKey: items[0]?.contactKey ?? 'none' }
}
