import { whiteLabelTrialDays } from '@parley/contracts/agency/white-label.ts'
import { IconBadge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../design/words/counted.ts'
import { whiteLabelQuery } from '../../server/white-label.ts'
import { NavEntry } from '../navigation/nav-entry.tsx'
import { useWorkspace } from '../navigation/places.ts'
import styles from './white-label-banner.module.css'

/** The days that are left of the white-label trial, or the offer of one; both lead to the agency (part 2 §2.3). */
export function WhiteLabelBanner(props: { collapsed: boolean }) {
  const workspace = useWorkspace()
  const { data } = useQuery(whiteLabelQuery(workspace))
  const { trial, canStartTrial } = data ?? {}
  const running = trial && !trial.hasEnded
  if (!running && !canStartTrial) return null
  const days = running ? `${counted(trial.daysLeft, 'day')} left` : `Free for ${whiteLabelTrialDays} days`
  const title = running ? 'White-label trial' : 'Try white label'
  return (
    <div className={styles.banner}>
      <NavEntry
        to="/app/$region/agency"
        params={{ region: workspace.region }}
        label={`${title} ${days}`}
        icon={IconBadge}
        collapsed={props.collapsed}
        active={false}
      >
        <span className={styles.title}>{title}</span> <span className={styles.days}>{days}</span>
      </NavEntry>
    </div>
  )
}
