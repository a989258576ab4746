/**
 * `npm run audit -- verify | history <stream> | state-at <stream> <time> | export [workspace]`, for operators: reads
 * the event log of a region directly, so that no server has to be trusted. `mail` reads the outbox, which no page shows
 * in production.
 */
import { verifyAnchored } from '@parley/audit/anchored-verification.ts'
import { exportedEvent } from '@parley/audit/exported-event.ts'
import { stateAt } from '@parley/audit/history.ts'
import { readConfig } from '@parley/host/config.ts'
import { openMailOutbox } from '@parley/host/mail-outbox.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { placeOf } from '@parley/kernel/log/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { inRegion, readArguments, runCommand } from './operator-command.ts'

/** How often a long verification says how far it is, in milliseconds. */
const PROGRESS_MS = 5_000

const usage = `Usage, each with --region na|eu (the first of REGIONS unless told):
  npm run audit -- verify [--workspace ID] [--from-anchor]
                                              each hash and the newest anchors; --from-anchor checks what came after
                                              the last anchor that a whole verification found right
  npm run audit -- history STREAM             such as agent-AbC123
  npm run audit -- state-at STREAM TIME       such as 2026-11-21T12:00:00Z
  npm run audit -- export [--workspace ID]    JSON Lines on standard output
  npm run audit -- mail                       what waits for an SMTP_URL, newest last`

const { values, positionals } = readArguments(
  {
    region: { type: 'string' },
    workspace: { type: 'string' },
    'from-anchor': { type: 'boolean' },
  },
  { usage, wrong: 1 },
)
const [command, stream, time] = positionals

if (command === undefined) console.log(usage)
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
  if (command === 'verify') return verify(engines)
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

/** Prints each finding as soon as it is found. */
async function verify({ eventStore, state, region }: RegionEngines): Promise<number> {
  const { workspace: tenant, 'from-anchor': fromAnchor = false } = values
  let saidAt = performance.now()
  const verified = await verifyAnchored(
    { eventStore, state },
    {
      ...(tenant === undefined ? {} : { tenant }),
      fromAnchor,
      onFault: ({ tenant: of, stream: at, revision, fault }) =>
        console.log(`✗ ${at} revision ${revision} of workspace ${of ?? 'unknown'}: ${fault}`),
      onRootFault: ({ tenant: of, day }) =>
        console.log(
          `✗ Workspace ${of}: its streams do not give the Merkle root that was anchored for ${day}`,
        ),
      onProgress(events) {
        if (performance.now() - saidAt < PROGRESS_MS) return
        saidAt = performance.now()
        console.error(`${events.toLocaleString('en')} events checked so far`)
      },
    },
  )
  if (verified === 'none-verified') {
    console.log(
      `✗ No anchor of region ${region} was verified yet. Run npm run audit -- verify first, after the first anchors.`,
    )
    return 1
  }
  const { ok, streams, events, root, since, anchor } = verified
  if (events === 0 && !since) {
    console.log(
      `✗ Nothing to verify: region ${region} has no events${tenant === undefined ? '' : ` of workspace ${tenant}`}.`,
    )
    return 1
  }
  const verdict = ok ? '✓ Whole' : '✗ Not whole'
  if (since) {
    console.log(`${verdict} since the anchor of ${since.day}: ${events} events in ${streams} streams`)
    return ok ? 0 : 1
  }
  console.log(`${verdict}: ${events} events in ${streams} streams, Merkle root ${root}`)
  if (anchor && ok) console.log(`The anchors of ${anchor.day} are those of this log.`)
  return ok ? 0 : 1
}
