/** Two processes that check one e-mail sending domain: it is verified in one event, and both send from it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestDns } from '@parley/agency/domains/test-dns.ts'
import { createClient } from '@parley/contracts/client.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { adaOf, signUpAs } from '../src/sign-up.ts'
import { routes } from '../src/test-platform.ts'

const region = 'na' as const

test('two processes that check one domain verify it once, also when one of them is killed', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'parley-email-domain-'))
  const dns = await startTestDns()
  const env = {
    ...{ DATA_DIR, MASTER_KEY: randomBytes(32).toString('hex'), DNS_SERVERS: dns.address },
    ...{ MAIL_FROM: 'no-reply@parley.example', ROLES: 'api,projections,workers,relay' },
  }
  const running: ServerProcess[] = []
  try {
    const [one, two] = await Promise.all([startServerProcess(env), startServerProcess(env)])
    running.push(one, two)
    const client = createClient({ routes, baseUrl: one.url })
    const { token, workspace } = await signUpAs(client, one.url, adaOf(region))
    const { workspaceId } = workspace
    const at = ({ url }: ServerProcess) => createClient({ routes, baseUrl: url, token: () => token })
    await at(one).call('agency.initialize', { params: { region, workspaceId } })
    const { data } = await at(one).call('emailDomains.add', {
      params: { region, domain: 'north.example' },
      body: {},
    })
    const params = { region, emailDomainId: data.id }
    // Both are asked at once, and each sees what the other did.
    await Promise.all([one, two].map((server) => at(server).call('emailDomains.verify', { params })))
    dns.setAll(data.records)
    const statusAt = async (server: ServerProcess) =>
      (await at(server).call('emailDomains.status', { params })).data.status
    for (const server of [one, two])
      await expect.poll(() => statusAt(server), { timeout: 30_000 }).toBe('verified')

    // Whichever looks: the other one goes on when it is gone.
    one.process.kill('SIGKILL')
    await one.exit
    const asked = dns.asked()
    await at(two).call('emailDomains.remove', { params })
    const again = await at(two).call('emailDomains.add', {
      params: { region, domain: 'south.example' },
      body: {},
    })
    const next = { region, emailDomainId: again.data.id }
    await at(two).call('emailDomains.verify', { params: next })
    await expect.poll(() => dns.asked(), { timeout: 60_000 }).toBeGreaterThan(asked)
    two.process.kill('SIGTERM')
    await two.exit

    const engines = await openRegion(readConfig({ ...env, LOG_LEVEL: 'error' }), region)
    try {
      const events = await engines.eventStore.readStream(`emaildomain-${workspaceId}`)
      const types = events.map(({ type }) => type)
      expect(types.filter((type) => type === 'EmailDomainVerified')).toHaveLength(1)
      expect(types.filter((type) => type === 'EmailDomainVerificationRequested')).toHaveLength(2)
    } finally {
      await engines.close()
    }
  } finally {
    for (const { process: child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ exit }) => exit))
    await dns.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
})
