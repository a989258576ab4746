import { test } from 'vitest'
import { surviveCampaignKills } from '../src/campaign-kills.ts'

/** `npm run test:long` kills more often. */
test('a campaign reaches everybody once, whatever is killed while it is sent', () =>
  surviveCampaignKills({ kills: 4, recipients: 80 }))
