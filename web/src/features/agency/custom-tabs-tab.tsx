import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Paper,
  Text,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { mostCustomTabs } from '@parley/contracts/agency/custom-tabs.ts'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import { IconArrowDown, IconArrowUp, IconExternalLink, IconLayoutGrid, IconPlus } from '@tabler/icons-react'
import { EmptyList } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './agency.module.css'
import { TabDrawer } from './tab-drawer.tsx'
import type { AgencyDraft } from './use-agency-draft.ts'

/** The tabs that the agency adds to its clients' dashboard: a list in their order, and a drawer for each. */
export function CustomTabsTab(props: {
  draft: AgencyDraft
  /** Those that can be opened. */
  saved: readonly CustomTab[]
  /** The id of the tab whose drawer is open, or `new`. */
  opened: string | undefined
  onOpen: (tabId: string | undefined) => void
}) {
  const { agency, edit, problems } = props.draft
  const tabs = agency.customTabs
  const put = (customTabs: CustomTab[]) => edit({ customTabs })
  const edited = tabs.find(({ tabId }) => tabId === props.opened)
  const isFull = tabs.length >= mostCustomTabs
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} />}
      disabled={isFull}
      onClick={() => props.onOpen('new')}
    >
      Add tab
    </Button>
  )
  return (
    <>
      {tabs.length === 0 ? (
        <EmptyList
          icon={<IconLayoutGrid size={24} />}
          title="No custom tabs yet"
          explanation="A tab shows your clients a page of your own beside those of the dashboard: HTML that you write here, or a page of another website."
          action={add}
        />
      ) : (
        <Section
          title="Custom tabs"
          explanation={
            isFull ? `There can be ${mostCustomTabs} custom tabs.` : 'In the order in which clients see them.'
          }
          actions={add}
        >
          <ol className={styles.tabs}>
            {tabs.map((tab, at) => (
              <TabRow
                key={tab.tabId}
                tab={tab}
                isSaved={props.saved.some(({ tabId, href }) => tabId === tab.tabId && href === tab.href)}
                problem={problemOf(problems, at)}
                onOpen={() => props.onOpen(tab.tabId)}
                onUp={at > 0 ? () => put(moved(tabs, at, at - 1)) : undefined}
                onDown={at < tabs.length - 1 ? () => put(moved(tabs, at, at + 1)) : undefined}
              />
            ))}
          </ol>
        </Section>
      )}
      {(props.opened === 'new' || edited) && (
        <TabDrawer
          key={props.opened}
          tab={edited}
          others={tabs.filter((tab) => tab !== edited)}
          onDone={(tab) => {
            put(edited ? tabs.map((one) => (one === edited ? tab : one)) : [...tabs, tab])
            props.onOpen(undefined)
          }}
          onDelete={() => {
            put(tabs.filter((one) => one !== edited))
            props.onOpen(undefined)
          }}
          onClose={() => props.onOpen(undefined)}
        />
      )}
    </>
  )
}

function TabRow(props: {
  tab: CustomTab
  isSaved: boolean
  problem: string | undefined
  onOpen: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) {
  const { region } = useWorkspace()
  const { label, href, iconUrl, pageType, alwaysVisible } = props.tab
  return (
    <Paper component="li" p="sm">
      <Group wrap="nowrap" gap="sm">
        {iconUrl ? (
          <img src={iconUrl} alt="" className={styles.icon} />
        ) : (
          <IconLayoutGrid size={20} stroke={1.75} aria-hidden className={styles.icon} />
        )}
        <UnstyledButton className={styles.open} onClick={props.onOpen}>
          <VisuallyHidden>Edit</VisuallyHidden>
          <Text fw={700} truncate>
            {label}
          </Text>
          <Text c="dimmed" size="xs" truncate>
            {href}
          </Text>
        </UnstyledButton>
        <Badge variant="light" color="gray" visibleFrom="xs">
          {pageType === 'html' ? 'HTML' : 'Iframe'}
        </Badge>
        {alwaysVisible && (
          <Badge variant="light" visibleFrom="xs">
            Always visible
          </Badge>
        )}
        <Group gap={4} wrap="nowrap">
          {props.isSaved && (
            <Tooltip label="Open the saved tab">
              <ActionIcon
                component="a"
                href={`/app/${region}/c${href}`}
                target="_blank"
                rel="noreferrer"
                variant="subtle"
                color="gray"
                aria-label={`Open ${label}`}
              >
                <IconExternalLink size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.move}
            disabled={!props.onUp}
            onClick={props.onUp}
            aria-label={`Move ${label} up`}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.move}
            disabled={!props.onDown}
            onClick={props.onDown}
            aria-label={`Move ${label} down`}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {props.problem && (
        <Text size="xs" mt="xs" c="var(--mantine-color-error)" role="alert">
          {props.problem}
        </Text>
      )}
    </Paper>
  )
}

function moved(tabs: readonly CustomTab[], from: number, to: number): CustomTab[] {
  const others = tabs.toSpliced(from, 1)
  const tab = tabs[from]
  return tab ? others.toSpliced(to, 0, tab) : others
}

function problemOf(problems: ReadonlyMap<string, string>, at: number): string | undefined {
  return [...problems].find(([place]) => place.startsWith(`customTabs.${at}.`))?.[1]
}
