/** Whoever mailed DNS instructions is reminded a day later, once, unless there is nothing left to remind of. */
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type AgencyDomainCommand, agencyDomains } from './agency-domains.decider.ts'
import { dnsReminders, REMINDED_AFTER_MS, reminderKind } from './dns-reminders.ts'

const claimId = 'c1'
const record = { type: 'TXT', host: '_v.app.north.example', name: '_v.app', value: 'proof' } as const
const claim: AgencyDomainCommand = {
  type: 'ClaimDomain',
  claim: { claimId, domainType: 'customDomain', domain: 'app.north.example', userId: 'u1' },
  records: [record],
  usableUntil: Number.MAX_SAFE_INTEGER,
}
const remind: AgencyDomainCommand = {
  type: 'CreateDnsReminder',
  claimId,
  reminder: {
    ...{ agencyId: 'w1', agencyName: 'North', userId: 'u1', userEmail: 'former@north.example' },
    bucket: 'na',
  },
}
const verify: AgencyDomainCommand = { type: 'RecordDomainCheck', claimId, owned: true, routed: true }
const remove: AgencyDomainCommand = { type: 'RemoveDomain', claimId, reason: 'person' }

async function openReminders(address = 'ada@north.example') {
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  // bounded: of one test
  const mails: { to: string; text: string }[] = []
  let work: ReturnType<typeof dnsReminders>['work'] | undefined
  const region = await openTestRegion({
    policies({ commands }) {
      const reminding = dnsReminders({
        ...{ commands, deadlines, settingsUrl: 'https://parley.example/app/na/agency?tab=domains' },
        mail: { send: async ({ to, text }) => void mails.push({ to, text }) },
        addressOf: async () => address || undefined,
      })
      work = reminding.work
      return [reminding.policy]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
  })
  let keys = 0
  return {
    mails,
    async run(...commands: AgencyDomainCommand[]) {
      for (const command of commands)
        await region.handle(agencyDomains, 'w1', command, {
          tenant: 'w1',
          actor: { kind: 'user', id: 'u1' },
          cause: { via: 'dashboard', command: `k${++keys}`, correlation: 'c' },
        })
      await region.settled()
    },
    due: (before: number) => deadlines.due(reminderKind, before, 10),
    /** Lets the deadline pass, also twice, as after a kill. */
    async pass(times = 1) {
      const due = await deadlines.due(reminderKind, Number.MAX_SAFE_INTEGER, 10)
      for (let nth = 0; nth < times; nth++)
        for (const one of due) await work?.carryOut(one, new AbortController().signal)
    },
  }
}

test('is due a day later and names the records, at the address that the sender has by then', async () => {
  const { run, due, pass, mails } = await openReminders()
  const before = Date.now()
  await run(claim, remind)
  expect(await due(before + REMINDED_AFTER_MS - 5_000)).toEqual([])
  expect(await due(Date.now() + REMINDED_AFTER_MS)).toHaveLength(1)
  await pass(2)
  expect(mails).toEqual([{ to: 'ada@north.example', text: expect.stringContaining('Value: proof') }])
})

test.each([
  ['verified', verify],
  ['removed', remove],
] as const)('is not sent once the domain is %s', async (_what, command) => {
  const { run, pass, mails } = await openReminders()
  await run(claim, remind, command)
  await pass()
  expect(mails).toEqual([])
})

test('is not sent to somebody who has left the team', async () => {
  const { run, pass, mails } = await openReminders('')
  await run(claim, remind)
  await pass()
  expect(mails).toEqual([])
})
