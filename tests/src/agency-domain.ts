/** Domains of agencies in tests: added, proven by their DNS records, and served. */
import type { TestDns } from '@parley/agency/domains/test-dns.ts'
import { LIVE_CHECK_PATH } from '@parley/contracts/agency/domain-names.ts'
import type { Client } from '@parley/contracts/client.ts'
import { expect, vi } from 'vitest'
import { callAtHost, forwarded } from './call-at-host.ts'
import type { Person, TestPlatform } from './test-platform.ts'

/** `url`: of the server. */
type Stage = { dns: TestDns; url: string }

const EDGE = 'edge.example'

/** The environment of a platform whose domains are found in this DNS. */
export function domainsIn(dns: TestDns) {
  dns.set(EDGE, { A: ['127.0.0.1'] })
  return { DNS_SERVERS: dns.address, DOMAINS_CNAME: EDGE }
}

/** Signs somebody up whose agency is served at a domain of its own. */
export async function signUpAgency(
  domain: string,
  { parley, dns }: { parley: TestPlatform; dns: TestDns },
): Promise<Person> {
  const person = await parley.signUp()
  const { client, region, workspaceId } = person
  await client.call('agency.initialize', { params: { region, workspaceId } })
  await connectDomain(domain, client, { dns, url: parley.url })
  return person
}

/** Adds a custom domain to the agency of `owner`, and waits until it is served there. */
export async function connectDomain(domain: string, owner: Client, stage: Stage): Promise<void> {
  const { data } = await owner.call('domains.add', {
    params: { region: 'na' },
    body: { customDomain: domain, isCustomDomain: true },
  })
  await proveDomain(domain, data.verification[0], stage)
}

/** Sets the records that prove an added domain, and waits until it is served. */
export async function proveDomain(
  domain: string,
  proof: { domain: string; value: string } | undefined,
  { dns, url }: Stage,
): Promise<void> {
  dns.set(domain, { CNAME: EDGE })
  dns.set(proof?.domain ?? '', { TXT: [proof?.value ?? ''] })
  const served = async () => {
    const { status } = await callAtHost(url, domain, 'GET', LIVE_CHECK_PATH, { headers: forwarded })
    expect(status).toBe(200)
  }
  await vi.waitFor(served, { timeout: 60_000, interval: 100 })
}
