/** Campaigns in tests: an agent with a webhook channel, and drafts for it. */
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import type { Client } from '@parley/contracts/client.ts'
import { expect } from 'vitest'
import type { ChannelDouble } from './channel-double.ts'

const params = { region: 'na' } as const

export async function connectShop(
  client: Client,
  agentId: string,
  shop: Pick<ChannelDouble, 'url' | 'secret'>,
): Promise<string> {
  const place = { region: 'na', agentId } as const
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await client.call('agents.save', { params: place, body: { title: 'Shop', ...silentAtFirst } })
  const body = {
    ...({ kind: 'webhook', name: 'Shop' } as const),
    ...{ account: { url: shop.url }, credentials: { secret: shop.secret } },
  }
  return (await client.call('channels.connect', { params: place, body })).channelId
}

/** Settings of a campaign through a channel of an agent, to a list. */
export function campaignOf(
  agentId: string,
  channelId: string,
  more: Partial<CampaignSettings> = {},
): CampaignSettings {
  return {
    ...{ name: 'Spring', agentId, medium: 'webhook', channelId, timeZone: 'UTC' },
    steps: [{ afterHours: 0, a: { text: 'Hi {{name|there}}!' } }],
    ...{ audience: { kind: 'list' }, schedule: { kind: 'now' }, perMinute: 6_000 },
    ...more,
  }
}

/** A list of contacts who agreed: `contact0`, `contact1`, and so on. */
export function contactsCsv(from: number, to: number): string {
  const rows = Array.from({ length: to - from }, (_, nth) => `contact${from + nth},yes,Person ${from + nth}`)
  return ['contact,consent,name', ...rows].join('\n')
}

/** Creates a draft with these contacts; returns its id. */
export async function draftCampaign(
  client: Client,
  settings: CampaignSettings,
  csv?: string,
): Promise<string> {
  const { campaignId } = await client.call('campaigns.create', { params, body: settings })
  if (csv !== undefined) {
    const added = await client.call('campaigns.addRecipients', {
      params: { ...params, campaignId },
      body: { csv },
    })
    expect(added.dropped).toEqual([])
  }
  return campaignId
}

export const stateOf = async (client: Client, campaignId: string) =>
  (await client.call('campaigns.get', { params: { ...params, campaignId } })).state

export const figuresOf = async (client: Client, campaignId: string) =>
  (await client.call('campaigns.get', { params: { ...params, campaignId } })).figures
