import type { Output } from '@parley/contracts/endpoint.ts'
import type { Api } from '@parley/contracts/routes.ts'
import { useEffect, useState } from 'react'
import { pendingInvite } from '../server/pending-invite.ts'
import { client } from './client.ts'

export type Invitation = Output<Api['invites.open']>

/**
 * The invitation whose link led here. `pending` until the server has said what it is to; without an invitation, or if it
 * can't be opened, the page is the same as for everybody else.
 */
export function useInvitation(): { pending: boolean; invitation: Invitation | undefined; leave: () => void } {
  const [invite, setInvite] = useState(pendingInvite)
  const [invitation, setInvitation] = useState<Invitation>()
  useEffect(() => {
    if (!invite) return
    const stopped = new AbortController()
    const { region, token } = invite
    client
      .call('invites.open', { params: { region }, body: { token } }, { signal: stopped.signal })
      .then(setInvitation, () => stopped.signal.aborted || setInvite(undefined))
    return () => stopped.abort()
  }, [invite])
  const leave = () => {
    setInvite(undefined)
    setInvitation(undefined)
  }
  return { pending: invite !== undefined && !invitation, invitation, leave }
}
