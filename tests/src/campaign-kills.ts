/**
 * Kills the processes of every role, again and again while a campaign is sent, and expects that it reaches each of its
 * recipients as one message. A process that is killed between an answer of the shop and its record sends the message again,
 * under the same key, by which the shop recognises it.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@parley/contracts/client.ts'
import { expect } from 'vitest'
import { campaignOf, connectShop, contactsCsv, draftCampaign, figuresOf, stateOf } from './campaigns.ts'
import { startChannelDouble } from './channel-double.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { adaOf, signUpAs } from './sign-up.ts'
import { routes } from './test-platform.ts'

const region = 'na'
const PATIENCE = { timeout: 120_000, interval: 50 }
/** A kill comes so many ms, at most, after a message arrived. */
const LATEST_KILL_MS = 200
const ROWS = 1_000

export async function surviveCampaignKills({
  kills,
  recipients,
}: {
  kills: number
  recipients: number
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-campaign-killed-'))
  const shop = await startChannelDouble()
  const own = {
    ...{ DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), RATE_LIMIT_FACTOR: '1000' },
    ALLOW_PRIVATE_ADDRESSES: 'true',
  }
  /** By what they do; two of those that send. */
  const running = new Map<string, ServerProcess>()
  const start = async (name: string) => {
    const ROLES = name.replace(/\d$/, '')
    running.set(name, await startServerProcess({ ...own, ROLES }))
  }
  const kill = async (name: string) => {
    const server = running.get(name)
    running.delete(name)
    server?.process.kill('SIGKILL')
    await server?.exit
  }
  try {
    const names = ['workers1', 'projections', 'workers2', 'api', 'relay']
    await Promise.all(names.map(start))
    const url = () => running.get('api')?.url ?? ''
    const { token } = await signUpAs(createClient({ routes, baseUrl: url() }), url(), adaOf(region))
    const owner = (): Client => createClient({ routes, baseUrl: url(), token: () => token })
    const channelId = await connectShop(owner(), 'killedcampaign01', shop)
    const settings = campaignOf('killedcampaign01', channelId, { perMinute: 300 })
    const campaignId = await draftCampaign(owner(), settings)
    const params = { region, campaignId } as const
    for (let from = 0; from < recipients; from += ROWS) {
      const csv = contactsCsv(from, Math.min(recipients, from + ROWS))
      await owner().call('campaigns.addRecipients', { params, body: { csv } })
    }
    await owner().call('campaigns.start', { params })

    let killed = 0
    for (let nth = 0; nth < kills; nth++) {
      const before = shop.taken.size
      if (before === recipients) break
      await expect.poll(() => shop.taken.size, PATIENCE).toBeGreaterThan(before)
      await new Promise((resolve) => setTimeout(resolve, (nth * 37) % LATEST_KILL_MS))
      const name = names[nth % names.length] ?? 'workers1'
      if (shop.taken.size < recipients) killed++
      await kill(name)
      await start(name)
    }
    expect(killed, 'kills while it was sent').toBeGreaterThan(kills / 2)

    await expect.poll(() => stateOf(owner(), campaignId), PATIENCE).toBe('finished')
    await expect.poll(async () => (await figuresOf(owner(), campaignId)).sent, PATIENCE).toBe(recipients)
    const reached = [...shop.taken.values()].map(({ contact }) => contact.id)
    expect(new Set(reached).size, 'nobody forgotten').toBe(recipients)
    expect(reached.length, 'nobody twice').toBe(recipients)
  } finally {
    for (const name of running.keys()) await kill(name)
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
