import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { countsQuery } from './queries.ts'
import type { Detail } from './use-actions.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** Asks for confirmation and lists what is erased. */
export function EraseVisitorDialog(props: { conversation: Detail; onClose: () => void }) {
  const { visitorId } = props.conversation
  const place = useAgentPlace()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  // As when the dialog opened: the conversation may be read again without the name while it is erased.
  const [name] = useState(() => visitorNameOf(props.conversation))
  const erase = useMutation({
    mutationFn: () => client.call('visitors.erase', { params: { ...place, visitorId } }),
    onSuccess: ({ conversations, leads }) => {
      const what = [
        conversations === 1 ? '1 conversation' : `${count(conversations)} conversations`,
        leads === 1 ? '1 lead' : `${count(leads)} leads`,
      ]
      noticeSuccess(`${name} was erased: ${what.join(' and ')}`)
      void navigate({
        search: (search) => ({ ...search, conversation: undefined, about: undefined }),
        replace: true,
      })
      void queryClient.invalidateQueries(countsQuery(place))
      void queryClient.invalidateQueries({ queryKey: ['leads', place.region, place.agentId] })
    },
    onError: (error) => noticeError(error),
  })
  return (
    <AskBefore
      title={`Erase ${name}?`}
      act="Erase visitor"
      pending={erase.isPending}
      onAct={() => erase.mutate()}
      onClose={props.onClose}
    >
      All of this visitor’s conversations with this agent, including notes, files and leads, are permanently
      erased for everyone. This can’t be undone.
    </AskBefore>
  )
}
