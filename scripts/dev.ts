/**
 * `npm run dev`: the server restarts when its sources change; the dashboard is served by Vite with hot reload on
 * port 5173 and passes the API on. The widget is rebuilt when its sources change.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from './build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
const port = process.env.PORT ?? '4000'

await buildPages(console.log)
const children: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'services/host/src/main.ts'], root),
  run([vite, '--clearScreen', 'false', '--port', '5173'], join(root, 'web'), {
    API_ORIGIN: `http://localhost:${port}`,
  }),
  run([vite, 'build', '--app', '--watch', '--logLevel', 'warn'], join(root, 'widget')),
]
console.log('Dashboard with reload on change: http://localhost:5173/app/')
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}

function run(values: string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, values, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
}
