/**
 * `npm run dev`: restarts the server when its sources change; the dashboard is served by Vite with hot reload on port
 * 5173, which proxies the API. The widget is rebuilt when its sources change.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from './build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
const port = process.env.PORT ?? '4000'
const SETTLE_MS = 150

await buildPages(console.log)
let server = startServer()
const pages = [
  run([vite, '--clearScreen', 'false', '--port', '5173'], join(root, 'web'), {
    API_ORIGIN: `http://localhost:${port}`,
  }),
  run([vite, 'build', '--app', '--watch', '--logLevel', 'warn'], join(root, 'widget')),
]
console.log('Dashboard with reload on change: http://localhost:5173/app/')

// Node's own --watch uses the message port of worker threads for itself, so the folders are watched here.
let settling: NodeJS.Timeout | undefined
for (const folder of ['contracts', 'services', 'projections']) {
  watch(join(root, folder), { recursive: true }, (_change, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(settling)
    settling = setTimeout(restart, SETTLE_MS)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    const children = [server, ...pages].filter((child) => child.exitCode === null)
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => once(child, 'exit')))
    process.exit(0)
  })
}

async function restart(): Promise<void> {
  console.log('Restarting the server …')
  const former = server
  if (former.exitCode === null && former.signalCode === null) {
    former.kill('SIGTERM')
    await once(former, 'exit')
  }
  server = startServer()
}

function startServer(): ChildProcess {
  return run(['services/host/src/main.ts'], root)
}

function run(values: string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, values, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
}
