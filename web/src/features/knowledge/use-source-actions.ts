import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { knowledgeKey } from './queries.ts'

type Change = { tags?: string[]; disabled?: boolean; refreshRate?: KnowledgeSourceView['refreshRate'] }
type Again = { only?: 'failed'; pageId?: string }

/** Actions on a source other than editing its content. Shows errors of the server. */
export function useSourceActions(place: AgentPlace, source: Pick<KnowledgeSourceView, 'sourceId' | 'name'>) {
  const queryClient = useQueryClient()
  const params = { ...place, sourceId: source.sourceId }
  const settled = {
    onError: (error: unknown) => noticeFailure(t('Error: {reason}', { reason: messageOf(error) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: knowledgeKey(place) }),
  }
  const refresh = useMutation({
    mutationFn: (body: Again) => client.call('knowledge.refresh', { params, body }),
    ...settled,
  })
  const cancel = useMutation({
    mutationFn: () => client.call('knowledge.cancel', { params }),
    onSuccess: () => noticeSuccess(t('Reading {name} was stopped', { name: source.name })),
    ...settled,
  })
  const change = useMutation({
    mutationFn: (body: Change) => client.call('knowledge.change', { params, body }, { loaded: asLoaded() }),
    ...settled,
  })
  return { refresh, cancel, change }
}
