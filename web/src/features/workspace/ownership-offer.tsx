import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { membersQuery } from '../../server/members.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { useMemberChange } from './use-member-change.ts'

/** Shown to the member whom the ownership is offered to. */
export function OwnershipOffer({ place }: { place: WorkspacePlace }) {
  const { user } = useSession()
  const offeredTo = useQuery(membersQuery(place)).data?.offeredTo
  const change = useMemberChange(place)
  if (offeredTo !== user.userId) return null
  const answer = (accept: boolean) =>
    change.mutate({
      call: () => client.call('ownership.answer', { params: place, body: { accept } }),
      done: () => noticeSuccess(accept ? 'You are the owner of this workspace' : 'The offer was declined'),
    })
  return (
    <Alert color="yellow" title="The ownership of this workspace is offered to you" role="region">
      As the owner you manage its members and billing. The present owner stays as a member.
      <Group mt="sm" gap="sm">
        <Button onClick={() => answer(true)} loading={change.isPending}>
          Accept ownership
        </Button>
        <Button variant="default" onClick={() => answer(false)}>
          Decline
        </Button>
      </Group>
    </Alert>
  )
}
