/**
 * `npm run demo`: fills a running instance with a realistic agency, so that every screen has data. Writes directly to
 * the instance's event log, since the API can't create events in the past.
 */
import { parseArgs } from 'node:util'
import { StartUpError } from '@parley/host/config.ts'
import { DEMO_EMAIL, fillDemo } from './demo/fill.ts'

const usage = `Usage: npm run demo -- [options], with the same DATA_DIR and PORT as the instance
  --url ADDRESS           where it answers; http://localhost:PORT unless told, PORT being 4000 unless told
  --email ADDRESS         whose account; demo@example.com unless told
  --password PASSWORD     of that account; made from the instance's master key unless told
  --conversations COUNT   400 unless told`

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: `http://localhost:${process.env.PORT || 4000}` },
    email: { type: 'string', default: DEMO_EMAIL },
    password: { type: 'string' },
    conversations: { type: 'string', default: '400' },
    help: { type: 'boolean', default: false },
  },
})

try {
  if (values.help) console.log(usage)
  else await run()
} catch (error) {
  if (!(error instanceof StartUpError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const conversations = Number(values.conversations)
  if (!Number.isInteger(conversations) || conversations < 0 || conversations > 100_000)
    throw new StartUpError(
      `--conversations ${values.conversations} does not fit: expected a number from 0 to 100000`,
    )
  const url = values.url.replace(/\/+$/, '')
  const { email, password } = values
  const started = performance.now()
  console.log(`Filling ${url} …`)
  const filled = await fillDemo({ url, email, password, conversations, env: process.env, say: console.log })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(
    filled.added === 0
      ? 'Everything was there already.'
      : `Northwind Agency: ${filled.agents} agents, ${filled.conversations} conversations, ${filled.added} new events in ${seconds} s`,
  )
  console.log(`  Dashboard   ${url}/app/`)
  console.log(`  Email       ${filled.email}`)
  console.log(`  Password    ${filled.password}`)
}
