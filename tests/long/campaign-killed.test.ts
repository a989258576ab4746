import { test } from 'vitest'
import { surviveCampaignKills } from '../src/campaign-kills.ts'

/** `KILLS` for a shorter run. */
const kills = Number(process.env.KILLS ?? 200)

test('a campaign reaches everybody once over its kills', { timeout: 3_600_000 }, () =>
  surviveCampaignKills({ kills, recipients: kills * 15 }),
)
