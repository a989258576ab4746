/** The access tokens of the workspace, with which servers call the API. */
import { Button, Group, Text } from '@mantine/core'
import type { AccessTokenView } from '@parley/contracts/workspace/token-endpoints.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { EmptyList, FailedList } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { counted } from '../../design/words/counted.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import styles from './members.module.css'
import { NewTokenDrawer } from './new-token-drawer.tsx'
import { accessTokensQuery } from './queries.ts'
import { TokenDrawer } from './token-drawer.tsx'
import { TokenShown } from './token-shown.tsx'
import { TokenState } from './token-state.tsx'

const route = getRouteApi('/app/$region/workspace')

export function AccessTokens({ place }: { place: WorkspacePlace }) {
  const { token: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const tokens = useQuery(accessTokensQuery(place))
  const [made, setMade] = useState<string>()
  const open = (token: string | undefined) => void navigate({ search: { token }, resetScroll: false })
  if (!tokens.data)
    return (
      <FailedList
        title="The access tokens could not be loaded"
        error={tokens.error}
        onRetry={() => tokens.refetch()}
      />
    )
  const shown = tokens.data.find(({ tokenId }) => tokenId === opened)
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => open('new')}>
      New token
    </Button>
  )
  return (
    <Section
      title="Access tokens"
      explanation="For servers that call the API or connect by MCP. Each has its own permissions and can be revoked."
      actions={tokens.data.length > 0 && add}
    >
      {tokens.data.length === 0 ? (
        <EmptyList
          icon={<IconKey size={24} />}
          title="No access tokens yet"
          explanation="Make one for each server or automation, such as n8n, with the permissions that it needs."
          action={add}
        />
      ) : (
        <ul className={styles.list} aria-label="Access tokens">
          {tokens.data.map((token) => (
            <Row key={token.tokenId} place={place} token={token} />
          ))}
        </ul>
      )}
      {opened === 'new' && !made && (
        <NewTokenDrawer
          place={place}
          onMade={(text) => {
            setMade(text)
            open(undefined)
          }}
          onClose={() => open(undefined)}
        />
      )}
      {made && <TokenShown token={made} onClose={() => setMade(undefined)} />}
      {shown && (
        <TokenDrawer key={shown.tokenId} place={place} token={shown} onClose={() => open(undefined)} />
      )}
    </Section>
  )
}

function Row({ place, token }: { place: WorkspacePlace; token: AccessTokenView }) {
  const { tokenId, name, permissions, withheld, agentIds, madeBy, lastUsedAt } = token
  return (
    <li className={styles.row} data-part="access-token">
      <div className={styles.who}>
        <AnchorLink
          to="/app/$region/workspace"
          params={{ region: place.region }}
          search={{ token: tokenId }}
          resetScroll={false}
          fw={500}
          underline="hover"
          c="var(--mantine-color-text)"
          className={styles.tokenName}
        >
          <bdi>{name}</bdi>
        </AnchorLink>
        <Text size="sm" c="dimmed">
          {counted(permissions.length - withheld.length, 'permission')}
          {agentIds && ` · ${counted(agentIds.length, 'agent')}`} · created by <bdi>{madeBy}</bdi>
          {' · '}
          {lastUsedAt ? (
            <>
              used <Moment at={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
        </Text>
      </div>
      <Group gap="xs">
        <TokenState token={token} />
      </Group>
    </li>
  )
}
