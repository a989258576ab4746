/** For tests of what agencies claim: a region, a DNS server, a clock that can be moved, and looks that are carried out at once. */
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { AnySinglePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import { createDeadlines, type Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { expect, onTestFinished } from 'vitest'
import { createDnsLookup, type DnsLookup } from './dns-lookup.ts'
import { startTestDns } from './test-dns.ts'

type Commands = Awaited<ReturnType<typeof openTestRegion>>['commands']

export type TestClaimsGiven = {
  commands: Commands
  deadlines: Deadlines
  lookup: DnsLookup
  mail: { send(mail: { to: string; subject: string }): Promise<void> }
  now(): number
}

/** `kind`: that of the deadlines of `work`. */
export async function openTestClaims<Parts>(
  kind: string,
  start: (given: TestClaimsGiven) => { policies: AnySinglePolicy[]; work: DeadlineWork; parts: Parts },
) {
  const dns = await startTestDns()
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const mails: string[] = []
  const lookup = createDnsLookup({ servers: [dns.address], timeoutMs: 1_000 })
  const mail: TestClaimsGiven['mail'] = {
    send: async ({ to, subject }) => void mails.push(`${to}: ${subject}`),
  }
  let started: ReturnType<typeof start> | undefined
  const region = await openTestRegion({
    policies({ commands }) {
      started = start({ commands, deadlines, lookup, mail, now })
      return started.policies
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
    await dns.stop()
  })
  if (!started) throw new Error('The region started no policies')
  const { parts, work } = started
  const nextDue = async () => (await deadlines.due(kind, Number.MAX_SAFE_INTEGER, 1))[0]
  const carryOut: DeadlineWork['carryOut'] = (...due) => work.carryOut(...due)
  let keys = 0

  return {
    ...{ dns, deadlines, clock, now, mails, region, parts },
    contextOf: (tenant: string) => ({
      tenant,
      actor: { kind: 'user', id: 'u1' } as const,
      cause: { via: 'dashboard', command: `k${++keys}`, correlation: 'c' } as const,
    }),
    /** Looks at what is due, and returns in how many ms the next look is. */
    async look() {
      const due = await nextDue()
      if (!due) return undefined
      await carryOut(due, new AbortController().signal)
      await deadlines.done(due)
      await region.settled()
      const next = await deadlines.next(kind)
      return next === undefined ? undefined : next - now()
    },
    /** As two processes do that have found the same deadline. */
    async lookTwice() {
      const due = await nextDue()
      const { signal } = new AbortController()
      await Promise.all([1, 2].map(() => due && carryOut(due, signal)))
      await region.settled()
    },
  }
}

/** Milliseconds, but for what the test itself takes. */
export const about = (ms: number) =>
  expect.toSatisfy((actual: number) => actual > ms - 4_000 && actual <= ms, `about ${ms}`)
