/**
 * `npm run audit -- verify | history <stream> | state-at <stream> <time> | export [workspace]`, for operators: reads
 * the event log of a region directly, so that no server has to be trusted. `mail` reads the outbox, which no page shows
 * in production.
 */
import { exportedEvent } from '@parley/audit/exported-event.ts'
import { stateAt } from '@parley/audit/history.ts'
import { readConfig } from '@parley/host/config.ts'
import { openMailOutbox } from '@parley/host/mail-outbox.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { START } from '@parley/kernel/event-store.ts'
import { placeOf } from '@parley/kernel/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/region-engines.ts'
import { verifyLog } from '@parley/kernel/verification.ts'
import { inRegion, readArguments, runCommand } from './operator-command.ts'

const usage = `Usage, each with --region na|eu (the first of REGIONS unless told):
  npm run audit -- verify [--workspace ID]
  npm run audit -- history STREAM             such as agent-AbC123
  npm run audit -- state-at STREAM TIME       such as 2026-11-21T12:00:00Z
  npm run audit -- export [--workspace ID]    JSON Lines on standard output
  npm run audit -- mail                       what waits for an SMTP_URL, newest last`

const { values, positionals } = readArguments(
  {
    help: { type: 'boolean', short: 'h' },
    region: { type: 'string' },
    workspace: { type: 'string' },
  },
  { usage, wrong: 1 },
)
const [command, stream, time] = positionals

if (values.help || command === undefined) console.log(usage)
else if (command === 'mail') await runCommand(printMails)
else await runCommand(() => inRegion(values.region, run, { readOnly: true }))

async function printMails(): Promise<number> {
  const mails = await openMailOutbox(readConfig(process.env)).list()
  for (const { at, to, subject, text } of mails.toReversed())
    console.log(`${at}  to ${to}\n${subject}\n\n${text}`)
  if (mails.length === 0) console.log('No mail waits here.')
  return 0
}

async function run(engines: RegionEngines): Promise<number> {
  const { eventStore, keyring } = engines
  if (command === 'verify') {
    const { ok, streams, events, faults, root } = await verifyLog(eventStore, { tenant: values.workspace })
    for (const { tenant, stream: at, revision, fault } of faults)
      console.log(`✗ ${at} revision ${revision} of workspace ${tenant ?? 'unknown'}: ${fault}`)
    if (events === 0) {
      const of = values.workspace === undefined ? '' : ` of workspace ${values.workspace}`
      console.log(`✗ Nothing to verify: region ${engines.region} has no events${of}.`)
      return 1
    }
    console.log(
      `${ok ? '✓ Whole' : '✗ Not whole'}: ${events} events in ${streams} streams, Merkle root ${root}`,
    )
    return ok ? 0 : 1
  }
  if (command === 'history' && stream) {
    for (const stored of await eventStore.readStream(stream)) {
      const { revision, at, actor, cause } = placeOf(stored)
      console.log(
        `${String(revision).padStart(5)}  ${at}  ${stored.type}  by ${actor.kind} ${actor.id} through ${cause.via}${cause.by ? ` (${cause.by})` : ''}`,
      )
    }
    return 0
  }
  if (command === 'state-at' && stream && time && !Number.isNaN(Date.parse(time))) {
    const found = await stateAt(
      { eventStore, keyring, aggregates: merged.aggregates },
      undefined,
      stream,
      time,
    )
    console.log(found ? JSON.stringify(found, null, 2) : 'Nothing was there at that moment.')
    return found ? 0 : 1
  }
  if (command === 'export') {
    let position = START
    for (;;) {
      const page = await eventStore.readAll(position, 1_000)
      for (const stored of page) {
        const event = exportedEvent(merged.aggregates, stored)
        if (values.workspace === undefined || event.tenant === values.workspace)
          console.log(JSON.stringify(event))
        position = stored.position
      }
      if (page.length < 1_000) return 0
    }
  }
  console.error(usage)
  return 1
}
