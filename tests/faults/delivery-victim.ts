/**
 * The process that the test of process managers kills: twenty deliveries, each refused twice. Every effect is written
 * to the file of the third argument when it starts. Prints `over` when all are concluded.
 */
import { appendFileSync } from 'node:fs'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { startDeadlines } from '@parley/kernel/process-managers/deadline-runner.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { delivery } from '@parley/kernel/process-managers/test-delivery.ts'
import { leasesInMemory } from '@parley/kernel/running/leases.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import { contextOf, notes } from './notes.ts'

const [, , dataDir, sentFile = ''] = process.argv
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'test', REGIONS: 'na' })
const { eventStore, state, keyring, commands } = await openRegion(config, 'na')
const { handle, load } = commands
const deadlines = createDeadlines(state)
// In memory, because leases of the killed process would expire too late for a test.
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
    // Takes some time, so that kills hit effects in progress.
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
  // Retries that wait seconds are due at once, the deadline of a day is not.
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
