import { Badge } from '@mantine/core'
import type { CampaignState } from '@parley/contracts/campaign/names.ts'
import { t } from '../../design/language.ts'
import { stateNames } from './words.ts'

const colours: Record<CampaignState, string | undefined> = {
  draft: undefined,
  running: 'brand',
  paused: 'yellow',
  cancelled: undefined,
  finished: 'teal',
}

export function StateBadge({ state }: { state: CampaignState }) {
  const color = colours[state]
  return color === undefined ? (
    <Badge variant="default">{t(stateNames[state])}</Badge>
  ) : (
    <Badge variant="light" color={color}>
      {t(stateNames[state])}
    </Badge>
  )
}
