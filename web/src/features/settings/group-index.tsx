import { NativeSelect } from '@mantine/core'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { type SettingsTab, settingsTabNames } from './search.ts'
import styles from './settings.module.css'

type Props = {
  tabs: readonly SettingsTab[]
  current: SettingsTab
  /** While settings are filtered, how many are shown of each group. */
  found?: Partial<Record<SettingsTab, number>> | undefined
  onChoose: (tab: SettingsTab) => void
}

/** The groups of settings: links where there is room, otherwise a select. */
export function GroupIndex({ tabs, current, found, onChoose }: Props) {
  return (
    <>
      <nav aria-label={t('Groups of settings')} className={styles.index}>
        {tabs.map((tab) => {
          const active = !found && tab === current
          return (
            <AnchorLink
              key={tab}
              from="/app/$region/agents/$agentId/settings"
              to="."
              search={(before) => ({ ...before, tab, q: undefined })}
              className={styles.group}
              underline="never"
              aria-current={active ? 'page' : undefined}
              // The router marks links by the address, which names the group while settings are filtered, too.
              activeProps={{}}
              data-chosen={active || undefined}
              data-none={found?.[tab] === 0 || (found && found[tab] === undefined) || undefined}
            >
              {t(settingsTabNames[tab])}
              {found?.[tab] ? <span className="tabular">{count(found[tab])}</span> : null}
            </AnchorLink>
          )
        })}
      </nav>
      <NativeSelect
        className={styles.select}
        aria-label={t('Group of settings')}
        value={current}
        data={tabs.map((tab) => ({ value: tab, label: t(settingsTabNames[tab]) }))}
        onChange={(event) => {
          const tab = tabs.find((one) => one === event.currentTarget.value)
          if (tab) onChoose(tab)
        }}
      />
    </>
  )
}
