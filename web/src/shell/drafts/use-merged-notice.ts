import { same } from '@parley/contracts/same.ts'
import { useEffect, useRef } from 'react'
import { locale, t } from '../../design/language.ts'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { useStoreState } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { useAgentPlace } from '../navigation/places.ts'

/** Says so when another user published parts of what is edited here, and both were merged. */
export function useMergedNotice(): void {
  const place = useAgentPlace()
  const { server, changed, conflicts } = useAgentDraft(place)
  const draft = useStoreState((state) => state.drafts[place.agentId])
  const seen = useRef(server)
  useEffect(() => {
    if (seen.current === server) return
    seen.current = server
    if (!draft || conflicts.length > 0) return
    const [base, theirs] = [new Map(Object.entries(draft.base)), new Map(Object.entries(server))]
    const merged = Object.keys(draft.edits).filter(
      (name) => changed.includes(name) && !same(base.get(name), theirs.get(name)),
    )
    if (merged.length === 0) return
    const parts = merged.map((name) =>
      name === 'nodes' ? t('other nodes') : t('parts of {name}', { name: fieldLabel(name) }),
    )
    noticeSuccess(
      t('Somebody else published changes to {parts}. Both sets of changes were merged.', {
        parts: new Intl.ListFormat(locale ?? 'en').format(parts),
      }),
    )
  }, [server, draft, changed, conflicts])
}
