import { test } from 'vitest'
import { surviveCampaignKills } from '../src/campaign-kills.ts'

test('a campaign of 3,000 reaches everybody once over 200 kills', { timeout: 3_600_000 }, () =>
  surviveCampaignKills({ kills: 200, recipients: 3_000 }),
)
