/**
 * `npm run audit -- verify | history <stream> | state-at <stream> <time> | export [workspace]`, for operators: reads
 * the event log of a region directly, so that no server has to be trusted. `mail` reads the outbox, which no page shows
 * in production.
 */
import { parseArgs } from 'node:util'
import { exportedEvent } from '@parley/audit/exported-event.ts'
import { stateAt } from '@parley/audit/history.ts'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { readConfig, StartUpError } from '@parley/host/config.ts'
import { openMailOutbox } from '@parley/host/mail-outbox.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { openRegion } from '@parley/host/region.ts'
import { START } from '@parley/kernel/event-store.ts'
import { placeOf } from '@parley/kernel/recorded-event.ts'
import { verifyLog } from '@parley/kernel/verification.ts'

const usage = `Usage, each with --region na|eu (the first of REGIONS unless told):
  npm run audit -- verify [--workspace ID]
  npm run audit -- history STREAM             such as agent-AbC123
  npm run audit -- state-at STREAM TIME       such as 2026-11-21T12:00:00Z
  npm run audit -- export [--workspace ID]    JSON Lines on standard output
  npm run audit -- mail                       what waits for an SMTP_URL, newest last`

const { values, positionals } = readArguments()
const [command, stream, time] = positionals

try {
  if (values.help || command === undefined) console.log(usage)
  else if (command === 'mail') await printMails()
  else process.exitCode = await inRegion()
} catch (error) {
  if (!(error instanceof StartUpError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        region: { type: 'string' },
        workspace: { type: 'string' },
      },
    })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(1)
  }
}

async function printMails(): Promise<void> {
  const mails = await openMailOutbox(readConfig(process.env)).list()
  for (const { at, to, subject, text } of mails.toReversed())
    console.log(`${at}  to ${to}\n${subject}\n\n${text}`)
  if (mails.length === 0) console.log('No mail waits here.')
}

async function inRegion(): Promise<number> {
  const config = readConfig(process.env)
  const region = regionSchema.safeParse(values.region ?? config.regions[0])
  if (!region.success) throw new StartUpError(`--region ${values.region} is none: expected na or eu`)
  if (!config.regions.includes(region.data))
    throw new StartUpError(`Region ${region.data} is not served here: REGIONS is ${config.regions.join()}`)
  const engines = await openRegion(config, region.data, { readOnly: true })
  try {
    return await run(engines)
  } finally {
    await engines.close()
  }
}

async function run(engines: Awaited<ReturnType<typeof openRegion>>): Promise<number> {
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
