import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import type { MetaFound, MetaPage } from '@parley/contracts/channel/meta-endpoints.ts'
import { IconBrandInstagram } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import type { PageKind } from '../pages/connect-page.tsx'
import { refreshChannels } from '../queries.ts'

/** The pages of a person at Meta, of which they connect some (part 1 §2). */
export function FoundPages(props: { kind: PageKind; found: MetaFound; pages: ChannelView[] }) {
  const { kind, found, pages } = props
  if (found.pages.length === 0)
    return <Text size="sm">Meta shared no page. Continue with Meta again, and choose your pages there.</Text>
  return (
    <Stack gap="sm" role="list" aria-label="Pages at Meta">
      {found.pages.map((page) => (
        <PageCard
          key={page.pageId}
          kind={kind}
          page={page}
          grant={found.grant}
          isConnected={pages.some(({ account }) => account.pageId === page.pageId)}
        />
      ))}
    </Stack>
  )
}

function PageCard(props: { kind: PageKind; page: MetaPage; grant: string; isConnected: boolean }) {
  const { kind, page, grant, isConnected } = props
  const { pageId, pageName, igPageId, igPageName = '', isSubscribed } = page
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const connect = useMutation({
    mutationFn: () =>
      client.call('channels.connectMeta', { params: place, body: { kind, grant, account: { pageId } } }),
    onSuccess: async () => {
      await refreshChannels(queryClient, place)
      noticeSuccess('Page connected successfully')
    },
  })
  const isMissing = kind === 'instagram' && igPageId === undefined
  return (
    <Paper withBorder p="md" role="listitem" aria-label={pageName} style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>
            <bdi>{pageName}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            Page ID <bdi>{pageId}</bdi>
          </Text>
        </div>
        <Badge variant="light" color={isConnected ? 'teal' : 'gray'} style={{ flexShrink: 0 }}>
          {isConnected ? 'Connected' : 'Not connected'}
        </Badge>
      </Group>
      <Group gap={6} mt={6} wrap="nowrap">
        <IconBrandInstagram size={16} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm">
          {igPageId === undefined ? (
            'No Instagram page is linked'
          ) : (
            <>Instagram linked{igPageName !== '' && <bdi>: @{igPageName}</bdi>}</>
          )}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {isConnected || isSubscribed
          ? 'Verification: the page tells the app of its messages.'
          : 'Verification: the page is told to tell the app of its messages once it is connected.'}
      </Text>
      {connect.error && <ProblemAlert>Failed to connect the page. {messageOf(connect.error)}</ProblemAlert>}
      {!isConnected && (
        <Button
          size="xs"
          mt="sm"
          aria-label={`Connect ${pageName}`}
          disabled={isMissing}
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          Connect
        </Button>
      )}
    </Paper>
  )
}
