/**
 * The process that the kill test kills: a region on embedded engines under load. Reads commands from standard input,
 * one key a line, and prints `ack <key>` for each once it is handled.
 */
import { createInterface } from 'node:readline'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { contextOf, notes, relayNotes, tallies } from './notes.ts'

const config = readConfig({ DATA_DIR: process.argv[2], LOG_LEVEL: 'silent', NODE_ENV: 'test', REGIONS: 'na' })
const engines = await openRegion(config, 'na')
const { eventStore, readStore, state, keyring, leases, bus, commands } = engines
await startProjections({ eventStore, readStore, keyring, projections: [tallies], batchSize: 20 })
await startPolicies({ eventStore, state, keyring, leases, policies: [relayNotes(bus)] })
process.stdout.write('ready\n')

for await (const key of createInterface({ input: process.stdin })) {
  const [stream = ''] = key.split('/')
  commands.handle(notes, stream, { type: 'TakeNote', text: `note ${key}` }, contextOf(key)).then(
    (handled) => process.stdout.write(handled.ok ? `ack ${key}\n` : `refused ${key}\n`),
    (error) => process.stdout.write(`failed ${key} ${error}\n`),
  )
}
