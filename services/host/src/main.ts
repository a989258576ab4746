/**
 * The entry of every process. Keeps what Node compiled, types stripped, for the next start and for worker threads:
 * that halves their memory and the time to start, and must be on before anything else loads.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../node_modules/.cache/parley', import.meta.url))
process.env.NODE_COMPILE_CACHE ??= folder
enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { startProcess } = await import('./process.ts')
await startProcess()
