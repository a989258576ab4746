/** A sample of the kills of `tests/long/webhooks-killed.test.ts`. */
import { test } from 'vitest'
import { surviveKills } from '../src/webhook-kills.ts'

test('every event arrives in order, whenever the process that delivers them is killed', async () => {
  await surviveKills({ kills: 3 })
}, 240_000)
