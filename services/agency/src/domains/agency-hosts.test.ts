/** The agency of a host, with a directory that answers, changes and fails as the tests say. */
import { expect, test } from 'vitest'
import { agencyHosts } from './agency-hosts.ts'
import type { DomainNames, DomainOwner } from './domain-names.ts'

const domain = 'app.north.example'
const owner = { region: 'na', agencyId: 'w1', domain: { verifiedAt: 1 } } as unknown as DomainOwner
const standing = { domain, region: 'na', agencyId: 'w1' }

function openHosts() {
  const clock = { now: 1_000_000 }
  const asked: string[] = []
  const world: { found: Awaited<ReturnType<DomainNames['find']>>; fails: boolean } = {
    found: { owner, wasVerified: false },
    fails: false,
  }
  const names: Pick<DomainNames, 'find'> = {
    async find(name) {
      asked.push(name)
      if (world.fails) throw new Error('no answer')
      return world.found
    },
  }
  return { clock, asked, world, hosts: agencyHosts({ names, key: Buffer.alloc(32), now: () => clock.now }) }
}

test.each([undefined, 'localhost', 'localhost:4000', 'api', '10.0.0.7:4000', '[::1]:4000', ''])(
  '%s is no domain, and nobody is asked about it',
  async (host) => {
    const { hosts, asked, world } = openHosts()
    world.fails = true
    expect(await hosts.of(host)).toBeUndefined()
    expect(asked).toEqual([])
  },
)

test('while the log can’t be read, what was read last holds, for five minutes', async () => {
  const { hosts, clock, world } = openHosts()
  expect(await hosts.of(domain)).toEqual(standing)
  world.fails = true
  for (let minute = 0; minute < 5; minute += 1) {
    clock.now += 59_000
    expect(await hosts.of(domain)).toEqual(standing)
  }
  clock.now += 10_000
  await expect(hosts.of(domain)).rejects.toThrow('no answer')
  await expect(hosts.of('app.south.example')).rejects.toThrow('no answer')
  world.fails = false
  expect(await hosts.of(domain)).toEqual(standing)
})

test('a domain that was removed during an outage is served no longer once the log is read again', async () => {
  const { hosts, clock, world } = openHosts()
  expect(await hosts.of(domain)).toEqual(standing)
  world.fails = true
  clock.now += 60_000
  expect(await hosts.of(domain)).toEqual(standing)
  world.fails = false
  world.found = { owner: undefined, wasVerified: true }
  clock.now += 501
  expect(await hosts.of(domain)).toBe('ended')
})
