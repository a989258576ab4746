/**
 * `npm run build:client`: makes the package `@parley/client` of the published client in `contracts/dist/client`, which
 * `npm publish` or `npm pack` takes as it is.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { type Route, routesOf } from '@parley/contracts/routes.ts'
import { build } from 'vite'
import { operationsOf } from './declarations.ts'

const source = fileURLToPath(new URL('../../contracts/src/published-client', import.meta.url))
const endpoints: Record<string, Endpoint> = api

/** Builds the package in a folder, which is replaced. */
export async function buildClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({
    ...{ configFile: false, logLevel: 'warn', define: { ROUTES: JSON.stringify(clientRoutes()) } },
    build: {
      ...{ outDir: folder, emptyOutDir: false, minify: false, target: 'es2022' },
      lib: { entry: join(source, 'index.ts'), formats: ['es'], fileName: () => 'index.js' },
    },
  })
  await cp(join(source, 'package'), folder, { recursive: true })
  await writeFile(join(folder, 'operations.d.ts'), operationsOf(endpoints))
}

/** Which query a command overwrites is for the dashboard alone. */
function clientRoutes(): Record<string, Route> {
  const names = Object.keys(endpoints).filter((name) => endpoints[name]?.access !== 'signed')
  const routes = Object.entries(routesOf(endpoints, names))
  return Object.fromEntries(routes.map(([name, [method, path]]) => [name, [method, path]]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../contracts/dist/client', import.meta.url))
  await buildClient(folder)
  console.log(`The package is in ${folder}`)
}
