/** A customer's React application, built with the component as it would be published. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

export type ReactSite = { url: string; close(): Promise<void> }

/**
 * Packs `@parley/react`, installs the tarball into a copy of the shop, checks the shop's types against it, builds it as
 * customers do, and serves it with a strict policy. Throws the compiler's output if a type is missing.
 */
export async function serveReactSite(widgetOrigin: string): Promise<ReactSite> {
  const folder = await mkdtemp(join(tmpdir(), 'react-site-'))
  await cp(join(root, 'tests/journeys/react-shop'), folder, { recursive: true })
  await install(folder)
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  await build({ root: folder, logLevel: 'warn', build: { minify: false, reportCompressedSize: false } })
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${widgetOrigin}`,
    `frame-src ${widgetOrigin}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types parley',
    "base-uri 'none'",
  ].join('; ')
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    if (pathname === '/favicon.ico') return void response.writeHead(204).end()
    const file = extname(pathname) ? pathname : '/index.html'
    const body = await readFile(join(folder, 'dist', file)).catch(() => undefined)
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(body ? 200 : 404, { 'content-type': type, 'content-security-policy': policy })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function install(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  const ours = join(modules, '@parley/react')
  await mkdir(ours, { recursive: true })
  await mkdir(join(modules, '@types'))
  for (const name of ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom', 'csstype'])
    await symlink(join(root, 'node_modules', name), join(modules, name))
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'widget/react'),
  })
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '')
  await run('tar', ['xzf', tarball, '-C', ours, '--strip-components=1'])
}
