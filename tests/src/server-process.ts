/** The server as a separate process, for tests that stop it, kill it or run several. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const serverEntry = join(import.meta.dirname, '../../services/host/src/main.ts')

export type ServerProcess = {
  process: ChildProcess
  /** Its address; empty without the role `api`. */
  url: string
  /** Its exit code, once it has ended; null if a signal ended it. */
  exit: Promise<number | null>
}

/**
 * Starts one on free ports for the region `na`, and waits until it is ready. `env` needs a DATA_DIR. `listen` receives
 * its output; without it, its warnings and errors are printed with the tests. `entry`: the script with its arguments.
 */
export async function startServerProcess(
  env: Record<string, string>,
  listen?: (text: string) => void,
  entry: readonly string[] = [serverEntry],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, entry, {
    stdio: ['ignore', 'pipe', listen ? 'pipe' : 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: '0',
      DEMO_PORT: '0',
      REGIONS: 'na',
      LOG_LEVEL: 'error',
      // Tests of limits set their own.
      MAX_AGENTS: 'unlimited',
      ...env,
    },
  })
  if (!child.stdout) throw new Error('the server has no output')
  if (listen)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', listen)
  const exit = once(child, 'exit').then(([code]) => code)
  const answers = env.ROLES?.includes('api') ?? true
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Dashboard\s+(http\S+)\/app\//.exec(line)?.[1] ?? ''
    if (url === '' && (answers || !line.startsWith('Ready'))) continue
    child.stdout.resume()
    return { process: child, url, exit }
  }
  throw new Error('the server ended before it was ready')
}
