import { Button, Center, Group, Kbd, Stack, Text, ThemeIcon } from '@mantine/core'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { IconMessage, IconMessageChatbot, IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { EmptyList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { withParts } from '../../design/words/sentence.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { useAgentRail } from '../../shell/navigation/use-rails.ts'
import { preferred } from '../../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { ConversationList, useInbox } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import styles from './conversations.module.css'
import { InboxSettingsDrawer } from './inbox-settings.tsx'
import { useLiveList } from './live-list.ts'
import { countsQuery } from './queries.ts'
import { askedFor, filtersIn } from './search.ts'
import { Shortcuts } from './shortcuts.tsx'
import { useKeys } from './use-keys.ts'
import { useSelection } from './use-selection.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** The inbox: three panes, shown one at a time on phones. */
export function ConversationsPage() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  const list = useInbox()
  const may = useMay()
  const { items = none, opened, inbox } = list
  const ids = useMemo(() => items.map(({ conversationId }) => conversationId), [items])
  const selection = useSelection(ids, JSON.stringify(askedFor(search)))
  const [shortcuts, setShortcuts] = useState(false)
  useLiveList(place, search)

  const counts = useQuery(countsQuery(place))
  const present = opened === undefined ? -1 : ids.indexOf(opened)
  // The last position of the open conversation, so that `j` continues from there after it left the list.
  const stood = useRef(0)
  if (present >= 0) stood.current = present
  const open = (step: 1 | -1) => {
    const left = opened === undefined ? 0 : stood.current
    const nth = present >= 0 ? present + step : step > 0 ? left : left - 1
    const conversation = ids[Math.min(nth, ids.length - 1)]
    // Without `resetScroll: false` the router would restore the scroll position of the list, away from the opened row.
    if (conversation)
      void navigate({
        search: (before) => ({ ...before, conversation }),
        replace: true,
        resetScroll: false,
      })
    if (nth > ids.length - 20 && inbox.hasNextPage) void inbox.fetchNextPage()
  }
  const box = useRef<HTMLDivElement>(null)
  const rail = useAgentRail()
  const dispatch = useStoreDispatch()
  const detailsHidden = useStoreState((state) => state.preferences.visitorDetailsHidden)
  // Where there is no room for a third pane, the details take the place of the transcript.
  const details = () => {
    if ((box.current?.offsetWidth ?? 0) > roomForDetails)
      dispatch(preferred({ visitorDetailsHidden: !detailsHidden }))
    else void navigate({ search: (before) => ({ ...before, about: before.about ? undefined : true }) })
  }
  useKeys({
    j: () => open(1),
    k: () => open(-1),
    x: () => opened && may('conversation.manage') && selection.toggle(opened, false),
    '/': () => searchField.current?.focus(),
    '?': () => setShortcuts(true),
    '[': () => rail.collapse(!rail.collapsed),
    ']': () => opened && details(),
    Escape: () => {
      if (selection.choosing) selection.clear()
      else void navigate({ search: (before) => ({ ...before, conversation: undefined, about: undefined }) })
    },
  })

  const untouched = filtersIn(search).length === 0 && !search.q && !search.view && !opened
  if (untouched && counts.data?.all === 0)
    return (
      <>
        <NoConversations />
        {may('inbox.manage') && <InboxSettingsDrawer />}
      </>
    )
  return (
    <div
      ref={box}
      className={styles.inbox}
      data-details-hidden={detailsHidden || undefined}
      data-opened={opened !== undefined || undefined}
      data-about={search.about || undefined}
    >
      <title>{t('Conversations')}</title>
      <ConversationList
        list={list}
        searchField={searchField}
        selection={selection}
        onShortcuts={() => setShortcuts(true)}
      />
      {opened ? (
        <ConversationPane key={opened} conversationId={opened} onDetails={details} />
      ) : (
        <NothingOpened />
      )}
      {may('inbox.manage') && <InboxSettingsDrawer />}
      <Shortcuts opened={shortcuts} onClose={() => setShortcuts(false)} />
    </div>
  )
}

/** As in `conversations.module.css`. */
const roomForDetails = 960

const none: ConversationListItem[] = []

function NothingOpened() {
  return (
    <Center className={styles.transcript} data-empty>
      <Stack align="center" gap="xs" c="dimmed">
        <ThemeIcon size={48} variant="light" color="gray" aria-hidden>
          <IconMessage size={24} stroke={1.75} />
        </ThemeIcon>
        <Text>{t('Select a conversation to read it')}</Text>
        <Text size="xs">
          {withParts('{next} {previous} next and previous · {search} search · {all} all shortcuts', {
            next: <Kbd size="xs">j</Kbd>,
            previous: <Kbd size="xs">k</Kbd>,
            search: <Kbd size="xs">/</Kbd>,
            all: <Kbd size="xs">?</Kbd>,
          })}
        </Text>
      </Stack>
    </Center>
  )
}

function NoConversations() {
  const navigate = route.useNavigate()
  const may = useMay()
  return (
    <Page
      title={t('Conversations')}
      purpose={t('What visitors ask and how your agent answers, live.')}
      actions={
        may('inbox.manage') && (
          <Button
            variant="default"
            onClick={() => navigate({ search: (search) => ({ ...search, inboxSettings: true }) })}
          >
            Inbox settings
          </Button>
        )
      }
    >
      <EmptyList
        icon={<IconMessages size={24} />}
        title={t('No conversations yet')}
        explanation={
          may('agent.test')
            ? 'Add the website script to a page, and its visitors’ conversations appear here. You can also try the agent yourself: test conversations are listed under the Test panel channel.'
            : t('Conversations appear here as soon as a visitor writes.')
        }
        action={
          may('agent.test') && (
            <Group justify="center" gap="sm">
              <Button onClick={() => navigate({ search: (search) => ({ ...search, panel: 'script' }) })}>
                Get the website script
              </Button>
              <Button
                variant="default"
                leftSection={<IconMessageChatbot size={18} stroke={1.75} />}
                onClick={() => navigate({ search: (search) => ({ ...search, showDebugger: true }) })}
              >
                Open the test panel
              </Button>
              <Button
                variant="subtle"
                onClick={() => navigate({ search: (search) => ({ ...search, channel: 'test-panel' }) })}
              >
                View test conversations
              </Button>
            </Group>
          )
        }
      />
    </Page>
  )
}
