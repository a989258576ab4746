/**
 * Calls of channels and campaigns that succeed, for a tester that would not come upon them: their inputs name numbers, templates and
 * states that have to be there first. Providers are the doubles of this machine.
 */
import { appIdOf, type GraphDouble } from '@parley/channel/meta/graph-double.ts'
import type { TelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { expect, vi } from 'vitest'
import { campaignOf, contactsCsv, draftCampaign } from './campaigns.ts'
import type { Owned } from './owned.ts'
import type { TestPlatform } from './test-platform.ts'

export type KnownCall = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** Of the app of Meta that signs it. */
  appSecret?: string
}
export type KnownCalls = Record<string, KnownCall>
export type Doubles = { graph: GraphDouble; telegram: TelegramDouble }

export const META_SECRET = '0123456789abcdef0123456789abcdef'
/** What the doubles need. */
export const withDoubles = ({ graph, telegram }: Doubles) => ({
  ...{ GRAPH_API_URL: graph.url, META_DIALOG_URL: graph.url, TELEGRAM_API_URL: telegram.url },
  ...{ META_APP_ID: appIdOf(META_SECRET), META_APP_SECRET: META_SECRET },
  PUBLIC_URL: 'https://parley.example',
})

const region = { region: 'na' } as const
const [businessId, used, free, found] = [
  '419561257915477',
  '106540352242922',
  '106540352242923',
  '106540352242924',
]
const template = {
  ...{ name: 'order_update', bodyText: 'Hello {{1}}, your order is on its way.' },
  samples: { 'body.1': 'Ada' },
}

export async function knownCalls(
  parley: TestPlatform,
  { person: { client, workspaceId }, named, word }: Owned,
  { graph, telegram }: Doubles,
): Promise<KnownCalls> {
  const agentId = named.agentId ?? ''
  const place = { params: { ...region, agentId } }
  graph.leadTo(parley.url)
  for (const number of [used, free, found]) graph.number(number, businessId)
  const credentials = { token: graph.app(META_SECRET, businessId), appSecret: META_SECRET }
  const whatsApp = (phoneNumberId: string) => ({
    ...({ kind: 'whatsapp', account: { phoneNumberId, businessId }, credentials } as const),
  })
  const { channelId } = await client.call('channels.connect', { ...place, body: whatsApp(used) })
  await vi.waitFor(async () => {
    const { items } = await client.call('channels.list', place)
    expect(items.find((one) => one.channelId === channelId)?.setup).toEqual({ state: 'ready' })
  })
  const ofChannel = { params: { ...place.params, channelId } }
  const templateOf = (name: string) =>
    client.call('channels.createTemplate', { ...ofChannel, body: { ...template, name } })
  const approved = (await templateOf('approved')).templateId
  graph.review(approved, 'APPROVED', 'NONE')
  const removed = (await templateOf('removed')).templateId

  const at = String(Math.floor(Date.now() / 1000))
  const written = (id: string) =>
    deliveryOf({
      phoneNumberId: used,
      messages: [
        messageOf({ type: 'text', text: { body: 'Hi' } }, { id, timestamp: at, from: '16505551234' }),
      ],
    })
  expect(await graph.deliver(used, written('wamid.known1'), { secret: META_SECRET })).toBe(200)
  await parley.settled()
  const { items } = await client.call('conversations.list', { ...place, query: {} })
  const { conversationId } = items.find((one) => one.conversationId !== named.conversationId) ?? {}

  const answered = async () => {
    graph.signIn(META_SECRET, { businesses: [businessId] })
    const started = await client.call('channels.startMeta', { ...place, body: { kind: 'whatsapp' } })
    const { headers } = await fetch(started.address, { redirect: 'manual' })
    return new URL(headers.get('location') ?? '').search.slice(1)
  }
  const { grant } = await client.call('channels.finishMeta', { ...place, body: { answer: await answered() } })

  const hooked = named.channelId ?? ''
  const settings = campaignOf(agentId, hooked, { perMinute: 1 })
  const draft = () => draftCampaign(client, settings, contactsCsv(0, 20))
  const started = async () => {
    const campaignId = await draft()
    await client.call('campaigns.start', { params: { ...region, campaignId } })
    return campaignId
  }
  const ofCampaign = async (campaignId: Promise<string>) => ({ params: { campaignId: await campaignId } })
  const paused = await started()
  await client.call('campaigns.pause', { params: { ...region, campaignId: paused } })

  const ofWhatsApp = { params: { channelId } }
  const challenge = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' }
  const verified = { query: { ...challenge, 'hub.verify_token': agentId } }
  return {
    'channels.connect': { body: { kind: 'telegram', credentials: { token: telegram.bot(4_799) } } },
    'channels.change': { body: { name: word, account: { url: 'https://channels.example/new' } } },
    'channels.sendTestMessage': { ...ofWhatsApp, body: { to: '+16505551234', text: 'Hello' } },
    'channels.templates': ofWhatsApp,
    'channels.createTemplate': { ...ofWhatsApp, body: template },
    'channels.deleteTemplate': { params: { channelId, templateId: removed } },
    'channels.templatesForContact': { params: { conversationId: conversationId ?? '' } },
    'channels.sendTemplate': {
      params: { conversationId: conversationId ?? '' },
      body: { id: 'known1', templateId: approved, values: { 'body.1': 'Ada' } },
    },
    'channels.whatsappChallenge': verified,
    'channels.metaChallenge': verified,
    'channels.metaAppChallenge': {
      query: { ...challenge, 'hub.verify_token': appIdOf(META_SECRET) },
    },
    'channels.whatsappWebhook': { body: written('wamid.known2'), appSecret: META_SECRET },
    'channels.startMeta': { body: { kind: 'whatsapp' } },
    'channels.finishMeta': { body: { answer: await answered() } },
    'channels.connectMeta': {
      body: { kind: 'whatsapp', grant, account: { phoneNumberId: found, businessId } },
    },
    'campaigns.create': { body: { ...settings, name: `${word} more` } },
    'campaigns.change': { ...(await ofCampaign(draft())), body: { ...settings, name: `${word} changed` } },
    'campaigns.addRecipients': { ...(await ofCampaign(draft())), body: { csv: contactsCsv(30, 31) } },
    'campaigns.clearRecipients': await ofCampaign(draft()),
    'campaigns.start': await ofCampaign(draft()),
    'campaigns.pause': await ofCampaign(started()),
    'campaigns.resume': { params: { campaignId: paused } },
    'campaigns.cancel': await ofCampaign(started()),
    'campaigns.getOfAgent': await ofCampaign(started()),
    'campaigns.recipientsOfAgent': await ofCampaign(started()),
    'campaigns.test': { body: { step: 0, variant: 'a' } },
    'campaigns.eraseContact': { body: { medium: 'email', address: `${word}.erased@example.com` } },
    'campaigns.suppressed': {},
    'campaigns.suppress': { body: { medium: 'email', address: `${word}.other@example.com` } },
    'channels.ofWorkspace': { params: { workspaceId }, query: { of: 'whatsapp-numbers' } },
  }
}

/** A header of these calls, which the owner makes. */
export const KNOWN_HEADER = 'x-known-call'

/** Makes a call; returns how it was answered. In tests, the server itself holds its answers against their schema. */
export async function makeKnown(
  endpoint: Endpoint,
  call: KnownCall,
  { url, named }: { url: string; named: Record<string, string> },
): Promise<{ status: number; text: string }> {
  const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
  const answer = await fetch(url + fillPath(endpoint.path, { ...named, ...call.params }) + query, {
    method: endpoint.method,
    headers: { [KNOWN_HEADER]: '1', ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}
