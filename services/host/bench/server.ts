/** Starts servers in processes of their own, with the flags of `npm start`. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../kernel/bench/free-port.ts'
import { serverFlags } from '../../kernel/bench/server-flags.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Resolves when Parley is ready. */
export async function startServer(dataDir: string, env: Record<string, string> = {}) {
  const port = await freePort()
  return start(
    [...serverFlags(), main],
    { DATA_DIR: dataDir, PORT: String(port), DEMO_PORT: '0', LOG_LEVEL: 'warn', ...env },
    `http://127.0.0.1:${port}`,
    'Ready',
  )
}

/** Resolves when the process prints a sign. */
export async function start(values: string[], env: Record<string, string>, url: string, sign: string) {
  const child = spawn(process.execPath, values, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.toString().includes(sign) && resolve())
    child.once('exit', () => reject(new Error('The server did not start')))
  })
  return { process: child, url, gone }
}
