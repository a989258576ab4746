/**
 * A campaign of 100,000 recipients (`RECIPIENTS`) through a webhook channel to a fast server, everything in one process:
 * from its start until each has its message and the campaign is over, beside bare POST requests of the same body. The
 * memory that is in use after collection is compared between a quarter of them and the end.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { campaignOf, connectShop, contactsCsv, draftCampaign, stateOf } from '../src/campaigns.ts'
import { startTestPlatform } from '../src/test-platform.ts'

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 100_000)
const ROWS = 1_000
const BARE = 2_000
const AT_ONCE = 16
const MB = 1_048_576

export async function benchCampaigns(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({
    REGIONS: 'na',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    RATE_LIMIT_FACTOR: '1000',
  })
  const shop = await receive()
  try {
    const { client } = await parley.signUp()
    const double = { url: shop.url, secret: 'a shared secret of the shop' }
    const channelId = await connectShop(client, 'benchcampaign01', double)
    const campaignId = await draftCampaign(
      client,
      campaignOf('benchcampaign01', channelId, { perMinute: 60_000 }),
    )
    const params = { region: 'na', campaignId } as const
    const listing = performance.now()
    for (let from = 0; from < RECIPIENTS; from += ROWS)
      await client.call('campaigns.addRecipients', {
        params,
        body: { csv: contactsCsv(from, Math.min(RECIPIENTS, from + ROWS)) },
      })
    const listed = performance.now() - listing
    await parley.settled()
    const start = performance.now()
    const used = process.cpuUsage()
    await client.call('campaigns.start', { params })
    const reached = async (many: number) => {
      while (shop.contacts.size < many) await new Promise((resolve) => setTimeout(resolve, 20))
      return memory()
    }
    const early = await reached(RECIPIENTS / 4)
    const late = await reached(RECIPIENTS)
    const seconds = (performance.now() - start) / 1_000
    while ((await stateOf(client, campaignId)) !== 'finished')
      await new Promise((resolve) => setTimeout(resolve, 100))
    const { user, system } = process.cpuUsage(used)
    const perSecond = RECIPIENTS / seconds
    const twice = shop.requests() - shop.contacts.size
    const bare = await post(shop.url, shop.body())
    const more = Math.round(((late - early) / MB) * 10) / 10
    return [
      {
        name: `messages of a campaign of ${RECIPIENTS.toLocaleString('en')}`,
        value: Math.round(perSecond),
        unit: `messages/s, all in one process; ${twice} twice`,
        baseline: Math.round(bare),
        ratio: Math.round((perSecond / bare) * 1_000) / 1_000,
        target: 'nobody twice, nobody forgotten',
        ok: twice === 0,
      },
      {
        name: 'processor time of one, that of the receiving server included',
        value: Math.round((user + system) / RECIPIENTS / 100) / 10,
        unit: 'ms',
      },
      {
        name: 'memory in use at the end of it, more than at a quarter',
        value: more,
        unit: 'MB',
        baseline: Math.round(early / MB),
        ratio: Math.round((late / early) * 100) / 100,
        target: '≤ 20 MB',
        ok: more <= 20,
      },
      {
        name: 'rows of a list added',
        value: Math.round(RECIPIENTS / (listed / 1_000)),
        unit: 'rows/s',
      },
    ]
  } finally {
    shop.close()
    await parley.stop()
  }
}

async function receive() {
  // bounded: by the recipients
  const contacts = new Set<string>()
  let requests = 0
  let last = ''
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    response.writeHead(204).end()
    if (!text.includes('"contact"')) return
    requests++
    contacts.add(JSON.parse(text).contact.id)
    last = text
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    contacts,
    requests: () => requests,
    body: () => last,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The same body, without what makes it one of the campaign. */
async function post(url: string, text: string): Promise<number> {
  const body = text.replace('"contact"', '"nobody"')
  const start = performance.now()
  let left = BARE
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await (await fetch(url, { method: 'POST', body })).text()
    }),
  )
  return (BARE / (performance.now() - start)) * 1_000
}

/** In use after collection, in bytes. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed + process.memoryUsage().external
}
