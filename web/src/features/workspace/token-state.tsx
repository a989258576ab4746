import { Badge, Text } from '@mantine/core'
import type { AccessTokenView } from '@parley/contracts/workspace/token-endpoints.ts'
import { expiryState } from '../../design/dates/expiry.ts'
import { Moment } from '../../design/dates/moment.tsx'

/** Whether a token can be used, and for how long. */
export function TokenState({ token: { expiresAt, permissions, withheld } }: { token: AccessTokenView }) {
  const state = expiryState(expiresAt)
  if (state === 'past')
    return (
      <Badge variant="light" color="red">
        Expired
      </Badge>
    )
  if (withheld.length === permissions.length)
    return (
      <Badge variant="light" color="red">
        No permissions left
      </Badge>
    )
  if (expiresAt === undefined)
    return (
      <Text size="sm" c="dimmed">
        Does not expire
      </Text>
    )
  const words = (
    <>
      Expires <Moment at={expiresAt} />
    </>
  )
  return state === 'soon' ? (
    <Badge variant="light" color="yellow">
      {words}
    </Badge>
  ) : (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  )
}
