import { Alert, Button, Stack, Text } from '@mantine/core'
import { workspacePermissions } from '@parley/contracts/permissions.ts'
import type { AccessTokenView } from '@parley/contracts/workspace/token-endpoints.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { listed } from '../../design/lists/listed.ts'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './members.module.css'
import { accessTokensQuery } from './queries.ts'
import { TokenState } from './token-state.tsx'

/** An access token: what it may do, and the button that revokes it. Its text is not kept. */
export function TokenDrawer(props: { place: WorkspacePlace; token: AccessTokenView; onClose: () => void }) {
  const { place, token, onClose } = props
  const { tokenId, name, permissions, withheld, madeBy, createdAt, lastUsedAt } = token
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => client.call('tokens.revoke', { params: { ...place, tokenId } }),
    async onSuccess() {
      noticeSuccess(`${name} was revoked`)
      onClose()
      await queryClient.invalidateQueries(accessTokensQuery(place))
    },
    onError: (error) => noticeError(error),
    onSettled: () => setAsking(false),
  })
  return (
    <FramedDrawer title={<bdi>{name}</bdi>} kind="Access token" onClose={onClose}>
      <Stack gap="md">
        {withheld.length > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
            {madeBy} lost some of these permissions, so the token does not have them either. They are crossed
            out.
          </Alert>
        )}
        <div>
          <TokenState token={token} />
          <Text size="sm" c="dimmed">
            Created by <bdi>{madeBy}</bdi> <Moment at={createdAt} />
            {' · '}
            {lastUsedAt ? (
              <>
                last used <Moment at={lastUsedAt} />, to the hour
              </>
            ) : (
              'never used'
            )}
          </Text>
        </div>
        <div>
          <Text fw={600}>Agents</Text>
          <Text>
            <Agents agentIds={token.agentIds} />
          </Text>
        </div>
        <div>
          <Text fw={600} id="token-permissions">
            Permissions
          </Text>
          <ul className={styles.permissionList} aria-labelledby="token-permissions">
            {permissions.map((permission) => (
              <li key={permission}>
                {withheld.includes(permission) ? <s>{wordsOf(permission)}</s> : wordsOf(permission)}
              </li>
            ))}
          </ul>
        </div>
      </Stack>
      <DrawerFooter>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Revoke
        </Button>
      </DrawerFooter>
      {asking && (
        <AskBefore
          title={`Revoke ${name}?`}
          act="Revoke"
          pending={revoke.isPending}
          onAct={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        >
          Servers that use it are refused at once. This can’t be undone.
        </AskBefore>
      )}
    </FramedDrawer>
  )
}

/** A permission that was given may not exist any more. */
const wordsOf = (permission: string): string =>
  Object.entries(workspacePermissions).find(([name]) => name === permission)?.[1] ?? permission

function Agents({ agentIds }: { agentIds: readonly string[] | undefined }) {
  const agents = useQuery(assignableAgentsQuery(useWorkspace()))
  if (!agentIds) return 'All of the workspace'
  if (!agents.data) return 'Loading…'
  const titles = agentIds.map(
    (id) => agents.data.find(({ value }) => value === id)?.label ?? 'A deleted agent',
  )
  return listed(titles)
}
