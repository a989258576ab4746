/**
 * A server that is killed with SIGKILL at the file whose number is its argument: once the file is stored, or with the
 * second argument `unfinished` when it is written but not yet in its place.
 */
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { readConfig } from '@parley/host/config.ts'
import { startPlatform } from '@parley/host/platform.ts'
import type { FileStore } from '@parley/kernel/files/file-store.ts'

const [, , last, moment] = process.argv
const { addresses, regions } = await startPlatform(readConfig(process.env))
for (const { engines } of regions.values()) killAtFile(engines.fileStore)
console.log(`Dashboard ${addresses?.dashboard}`)

function killAtFile(store: FileStore): void {
  const put = store.put.bind(store)
  let stored = 0
  store.put = async (...file) => {
    const isLast = ++stored === Number(last)
    if (isLast && moment === 'unfinished') {
      files.link = async () => kill()
      syncBuiltinESMExports()
    }
    await put(...file)
    if (isLast) kill()
  }
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL')
}
