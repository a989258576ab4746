/**
 * The process that the test of process managers kills: twenty deliveries, each refused twice. Every effect is noted in
 * the file of the third argument as it is begun. Says `over` when all are concluded.
 */
import { appendFileSync } from 'node:fs'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { startDeadlines } from '@parley/kernel/deadline-runner.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import { leasesInMemory } from '@parley/kernel/leases.ts'
import { startPolicies } from '@parley/kernel/policy-runner.ts'
import { runProcess } from '@parley/kernel/process-manager.ts'
import { createSupervision } from '@parley/kernel/supervised.ts'
import { delivery } from '@parley/kernel/test-delivery.ts'
import { contextOf, notes } from './notes.ts'

const [, , dataDir, sentFile = ''] = process.argv
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'test', REGIONS: 'na' })
const { eventStore, state, keyring, commands } = await openRegion(config, 'na')
const { handle, load } = commands
const deadlines = createDeadlines(state)
// Those of the process that was killed before end by themselves after a time that no test waits for.
const leases = leasesInMemory()
const supervision = createSupervision({ backOffMs: 5 })

const running = runProcess(delivery, {
  handle,
  load,
  deadlines,
  async carryOut({ how }, { cause }) {
    const subject = `delivery: ${how}`
    await handle(notes, 'concluded', { type: 'TakeNote', text: subject }, contextOf(cause.command))
  },
  async perform(_, { key }) {
    appendFileSync(sentFile, `${key}\n`)
    // The other side takes its time, so that a kill finds effects under way.
    await new Promise((resolve) => setTimeout(resolve, 15))
    return { type: 'Answered' as const, ok: key.endsWith('/4.0') }
  },
})
await startPolicies({ eventStore, state, keyring, leases, supervision, policies: [running.policy] })
startDeadlines({
  deadlines,
  leases,
  supervision,
  work: [running.deadlineWork],
  // Pauses of seconds are over at once, the day is not.
  now: () => Date.now() + 3_600_000,
  lookEveryMs: 5,
})
process.stdout.write('ready\n')
const instances = Array.from({ length: 20 }, (_, nth) => `d${nth}`)
for (const instance of instances)
  await running.take({ tenant: 'w1', instance }, { type: 'Asked', url: 'https://example.com' }, 'asked')
while ((await load(notes, 'concluded'))?.state !== instances.length)
  await new Promise((resolve) => setTimeout(resolve, 5))
process.stdout.write('over\n')
