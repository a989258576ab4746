import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsLookup } from '../dns-lookup.ts'
import { startTestDns } from '../test-dns.ts'
import { domainsProviderConformance } from './domains-provider.conformance.ts'
import { selfHostedDomains } from './self-hosted.ts'

const cname = 'edge.parley.example'
const ip = '203.0.113.7'

async function open() {
  const dns = await startTestDns()
  onTestFinished(dns.stop)
  dns.set(cname, { A: [ip] })
  const lookup = createDnsLookup({ servers: [dns.address], timeoutMs: 1_000 })
  return {
    dns,
    provider: selfHostedDomains({ dns: lookup, cname, ip }),
    leadsTo: { ip, cname },
    point(domain: string, here: boolean) {
      const isRoot = domain === 'north.example'
      if (!here) dns.set(domain, { A: ['192.0.2.1'] })
      else dns.set(domain, isRoot ? { A: ['192.0.2.1', ip] } : { CNAME: cname })
    },
    outage: (how: 'silent' | 'failing' | 'over') => dns.mood(how === 'over' ? 'well' : how),
  }
}

describe('self-hosted domains', () => {
  domainsProviderConformance(open)

  test('the addresses of the alias serve in its place, as some DNS hosts answer', async () => {
    const { dns, provider } = await open()
    dns.set('app.north.example', { A: [ip] })
    expect(await provider.check({ domain: 'app.north.example', records: [] })).toBe('yes')
  })

  test('an alias of another name leads elsewhere, also one that begins or ends alike', async () => {
    const { dns, provider } = await open()
    for (const other of ['edge.parley.example.evil.test', 'x-edge.parley.example', 'parley.example']) {
      dns.set('app.north.example', { CNAME: other })
      expect(await provider.check({ domain: 'app.north.example', records: [] })).toBe('no')
    }
  })
})
