import { test } from 'vitest'
import { surviveKills } from '../src/webhook-kills.ts'

test('every event arrives in order over 200 kills of the process that relays and delivers them', async () => {
  await surviveKills({ kills: Number(process.env.KILLS ?? 200) })
}, 7_200_000)
