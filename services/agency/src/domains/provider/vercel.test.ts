import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { domainsProviderConformance } from './domains-provider.conformance.ts'
import { startTestVercel } from './test-vercel.ts'
import { vercelDomains } from './vercel.ts'

const sub = { domain: 'app.north.example', zone: 'north.example' }

async function open({ token }: { token?: string } = {}) {
  const vercel = await startTestVercel()
  onTestFinished(vercel.stop)
  const provider = vercelDomains({
    safeFetch: createSafeFetch({ allowPrivateAddresses: [new URL(vercel.url).host] }),
    apiUrl: vercel.url,
    token: token ?? vercel.token,
    ...{ project: 'parley', teamId: 'team_1', timeoutMs: 2_000 },
  })
  return {
    ...{ vercel, provider, leadsTo: { ip: '198.51.100.1', cname: 'cname.hosting.example' } },
    point: (domain: string, here: boolean) =>
      void (here ? vercel.configured.add(domain) : vercel.configured.delete(domain)),
    outage: (how: 'silent' | 'failing' | 'over') =>
      vercel.mood(how === 'over' ? 'well' : how === 'failing' ? 500 : how),
  }
}

describe('domains at Vercel', () => {
  domainsProviderConformance(open)

  test('a domain of another of its projects is proven by its own record first', async () => {
    const { vercel, provider } = await open()
    vercel.elsewhere.add(sub.domain)
    const added = await provider.add(sub)
    expect(added).toMatchObject({ ok: true, records: [{ type: 'CNAME' }, { type: 'TXT', name: '_vercel' }] })
    vercel.configured.add(sub.domain)
    expect(await provider.check({ domain: sub.domain, records: [] })).toBe('no')
    vercel.challenged.add(sub.domain)
    expect(await provider.check({ domain: sub.domain, records: [] })).toBe('yes')
    expect(vercel.calls).toContain('POST /v9/projects/parley/domains/app.north.example/verify')
  })

  test('a domain of another team is refused', async () => {
    const { vercel, provider } = await open()
    vercel.othersOwn.add(sub.domain)
    expect(await provider.add(sub)).toMatchObject({
      ok: false,
      rejection: { code: 'domain-taken', message: 'This domain already exists on another account.' },
    })
  })

  test.each(['silent', 'nonsense', 500, 429] as const)('nothing is added while it is %s', async (mood) => {
    const { vercel, provider } = await open()
    vercel.mood(mood)
    expect(await provider.add(sub)).toMatchObject({
      ok: false,
      rejection: {
        code: 'domain-not-added',
        message: 'Failed to set up custom domain. Please try again.',
      },
    })
    await expect(provider.remove(sub.domain)).rejects.toThrow('Vercel did not remove a domain')
    expect(await provider.check({ domain: sub.domain, records: [] })).toBe('unknown')
  })

  test('a token that is not accepted is nobody’s fault but the operator’s', async () => {
    const { provider } = await open({ token: 'another' })
    expect(await provider.add(sub)).toMatchObject({ ok: false, rejection: { code: 'domain-not-added' } })
    expect(await provider.check({ domain: sub.domain, records: [] })).toBe('unknown')
  })

  test('a domain that was taken out of the project by hand leads nowhere', async () => {
    const { vercel, provider } = await open()
    await provider.add(sub)
    vercel.configured.add(sub.domain)
    vercel.has.delete(sub.domain)
    expect(await provider.check({ domain: sub.domain, records: [] })).toBe('no')
  })
})
