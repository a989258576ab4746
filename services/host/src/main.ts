/**
 * The entry point of every process. Enables Node's compile cache for the next start and for worker threads: this halves
 * their memory and start-up time, and must happen before any other module loads.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../node_modules/.cache/parley', import.meta.url))
process.env.NODE_COMPILE_CACHE ??= folder
enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { startProcess } = await import('./process.ts')
await startProcess()
