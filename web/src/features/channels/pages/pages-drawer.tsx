import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { useMay } from '../../../shell/access/use-may.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { checkWords } from '../channel-words.ts'
import styles from '../channels.module.css'
import { DisconnectChannel } from '../disconnect-channel.tsx'
import { Health, SetupBadge } from '../health.tsx'
import { ContinueWithMeta, useMetaFound } from '../meta/continue-with-meta.tsx'
import { DocsHint } from '../meta/docs-hint.tsx'
import { FoundPages } from '../meta/found-pages.tsx'
import { checkQuery, metaAppQuery } from '../queries.ts'
import { TryAgain } from '../try-again.tsx'
import { ConnectPage, type PageKind } from './connect-page.tsx'

/** The pages of the agent, and the form that connects one (part 1 §2). */
export function PagesDrawer(props: {
  kind: PageKind
  pages: ChannelView[]
  health: ChannelHealth[]
  onClose: () => void
}) {
  const { kind, pages } = props
  const manages = useMay()('channel.manage')
  return (
    <FramedDrawer
      title={kind === 'messenger' ? 'Messenger' : 'Instagram'}
      kind="Channel"
      onClose={props.onClose}
    >
      {manages && <Connect kind={kind} pages={pages} />}
      {pages.length > 0 && (
        <section aria-label="Connected Pages">
          <Title order={3} size="h4" mb="sm">
            Connected Pages
          </Title>
          <ul className={styles.list}>
            {pages.map((page) => (
              <li key={page.channelId} className={styles.row}>
                <div className={styles.words}>
                  <Text fw={600}>
                    <bdi>{page.account.pageName}</bdi>
                  </Text>
                  <Text size="sm" c="dimmed" className={styles.account}>
                    Page ID <bdi>{page.account.pageId}</bdi>
                    {page.account.igPageName !== undefined && (
                      <>
                        {' '}
                        · Instagram <bdi>@{page.account.igPageName}</bdi>
                      </>
                    )}
                  </Text>
                  <Health
                    channel={page}
                    health={props.health.find((each) => each.channelId === page.channelId)}
                  />
                  {page.setup.state === 'ready' && <Verification page={page} />}
                  {manages && (
                    <Group gap="xs" mt="xs" ml={-14}>
                      <DisconnectChannel
                        channel={page}
                        size="xs"
                        named
                        act="Remove"
                        done="Page removed successfully"
                        failed="Failed to remove the page."
                      />
                      {page.setup.state === 'failed' && <TryAgain channel={page} />}
                    </Group>
                  )}
                </div>
                <SetupBadge channel={page} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </FramedDrawer>
  )
}

/** Meta's sign-in with the pages that were found, and the way with an app of one's own. */
function Connect({ kind, pages }: { kind: PageKind; pages: ChannelView[] }) {
  const app = useQuery(metaAppQuery(useAgentPlace()))
  const found = useMetaFound(kind)
  const [shown, setShown] = useState<boolean>()
  const isOwn = shown ?? app.data?.isOffered !== true
  if (!app.isFetched) return <Skeleton height={160} />
  return (
    <>
      <DocsHint kind={kind} />
      <ContinueWithMeta kind={kind} />
      {found && <FoundPages kind={kind} found={found} pages={pages} />}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        w="fit-content"
        aria-expanded={isOwn}
        onClick={() => setShown(!isOwn)}
      >
        Connect with an app of your own
      </Button>
      {isOwn && <ConnectPage kind={kind} pages={pages} />}
    </>
  )
}

/** Whether the page tells the app of its messages, as Meta says, which can be asked again. */
function Verification({ page }: { page: ChannelView }) {
  const { data, isFetching, refetch } = useQuery(checkQuery(useAgentPlace(), page.channelId))
  const isVerified = data?.state === 'connected'
  return (
    <Group gap="xs" mt={4}>
      {data && !isFetching && (
        <Badge variant="light" color={isVerified ? 'teal' : 'red'}>
          {isVerified ? 'Verified' : 'Not verified'}
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {isFetching ? 'Asking Meta …' : checkWords.page[data?.state ?? 'unreachable']}
      </Text>
      <Button
        variant="default"
        size="compact-xs"
        loading={isFetching}
        aria-label={`Verify ${page.account.pageName}`}
        onClick={() => refetch()}
      >
        Verify
      </Button>
    </Group>
  )
}
