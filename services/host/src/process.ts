/** Starts a process: reads its configuration, opens the engines of its regions and runs its roles. */
import { createServer } from 'node:net'
import { type Config, configReference, readConfig, StartUpError } from './config.ts'
import { boundGarbage } from './garbage.ts'
import { openPlatform, type Platform } from './platform.ts'

/** A process that has not stopped after this time is terminated. */
export const STOP_WITHIN_MS = 20_000

export async function startProcess(env: Record<string, string | undefined> = process.env): Promise<void> {
  if (process.argv.includes('--help')) return printReference()
  try {
    const config = readConfig(env)
    const started = performance.now()
    if (config.roles.includes('api')) await refuseBusyPort(config)
    const platform = await openPlatform(config, (line) => console.log(line))
    const isStopping = stopOnSignals(platform)
    await platform.ready
    if (isStopping()) return
    announce(config, platform, performance.now() - started)
    boundGarbage()
  } catch (error) {
    if (!(error instanceof StartUpError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

function announce(config: Config, platform: Platform, tookMs: number): void {
  console.log(
    `Ready in ${(tookMs / 1000).toFixed(1)} s: ${config.roles.join(', ')} for ${config.regions.join(', ')}`,
  )
  const { addresses } = platform
  if (!addresses) return
  const rows = [
    ['Dashboard', addresses.dashboard],
    ['Widget demo page', addresses.demo],
    ['API reference', `${addresses.api}/api`],
    ...(addresses.outbox ? [['Outbox (mail)', addresses.outbox]] : []),
  ]
  for (const [name = '', address] of rows) console.log(`  ${name.padEnd(18)} ${address}`)
}

/**
 * Stops on signals: requests in progress finish, streams close, checkpoints are saved. Returns whether one has come.
 */
function stopOnSignals(platform: Platform): () => boolean {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('Stopping …')
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
      platform.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
  return () => stopping
}

async function refuseBusyPort({ PORT, HOST }: Config): Promise<void> {
  if (PORT === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use by another program' : `can't be used (${error.code})`
      reject(new StartUpError(`PORT=${PORT} ${reason} on ${HOST}: stop it or choose another PORT`))
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function printReference(): void {
  for (const { name, fallback, meaning } of configReference()) {
    console.log(`${name.padEnd(34)} ${meaning}${fallback === '' ? '' : ` [${fallback}]`}`)
  }
}
