/** What every adapter of the port `domains` does. */
import { expect, test } from 'vitest'
import type { DomainsProvider } from './domains-provider.ts'

/** A provider with the world around it, which a test changes. */
export type ProviderWorld = {
  provider: DomainsProvider
  /** The values of the records that lead to it. */
  leadsTo: { ip: string; cname: string }
  /** The DNS records of a domain lead to it from now on, or elsewhere. */
  point(domain: string, here: boolean): void
  /** Nobody answers, the answers are errors, or all is well again. */
  outage(how: 'silent' | 'failing' | 'over'): void
}

export function domainsProviderConformance(open: () => Promise<ProviderWorld>): void {
  const sub = { domain: 'app.north.example', zone: 'north.example' }
  const root = { domain: 'north.example', zone: 'north.example' }
  const added = async ({ provider }: ProviderWorld, of = sub) => {
    const result = await provider.add(of)
    if (!result.ok) throw new Error(result.rejection.code)
    return { domain: of.domain, records: result.records }
  }

  test('a subdomain gets a CNAME record, a root domain an A record', async () => {
    const world = await open()
    const { ip, cname } = world.leadsTo
    expect((await added(world)).records).toEqual([
      { type: 'CNAME', host: 'app.north.example', name: 'app', value: cname },
    ])
    expect(world.provider.takesRootDomains).toBe(true)
    expect((await added(world, root)).records).toEqual([
      { type: 'A', host: 'north.example', name: '@', value: ip },
    ])
  })

  test('a domain may be added again, and gets the same records', async () => {
    const world = await open()
    expect(await added(world)).toEqual(await added(world))
  })

  test('a domain leads here once its records are in DNS, and no longer when they are not', async () => {
    const world = await open()
    for (const of of [sub, root]) {
      const domain = await added(world, of)
      expect(await world.provider.check(domain)).toBe('no')
      world.point(of.domain, true)
      expect(await world.provider.check(domain)).toBe('yes')
      world.point(of.domain, false)
      expect(await world.provider.check(domain)).toBe('no')
    }
  })

  test.each(['silent', 'failing'] as const)(
    'nobody can tell where a domain leads while all is %s',
    async (how) => {
      const world = await open()
      const domain = await added(world)
      world.point(domain.domain, true)
      world.outage(how)
      expect(await world.provider.check(domain)).toBe('unknown')
      world.outage('over')
      expect(await world.provider.check(domain)).toBe('yes')
    },
  )

  test('a domain is removed, also one that was never added', async () => {
    const world = await open()
    const { domain } = await added(world)
    await world.provider.remove(domain)
    await world.provider.remove(domain)
    await world.provider.remove('never.example')
    expect(await added(world)).toMatchObject({ domain })
  })
}
