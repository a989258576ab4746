/** A server whose plan has other quotas: its argument, as JSON. */
import { readConfig } from '@parley/host/config.ts'
import { startPlatform } from '@parley/host/platform.ts'

const { addresses } = await startPlatform(readConfig(process.env), undefined, {
  quotas: JSON.parse(process.argv[2] ?? '{}'),
})
console.log(`Dashboard ${addresses?.dashboard}`)
