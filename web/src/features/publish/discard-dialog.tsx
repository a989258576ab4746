import { List } from '@mantine/core'
import { t } from '../../design/language.ts'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { draftDiscarded, draftPutBack } from '../../store/drafts.ts'
import { store, useStoreDispatch } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { changesWords } from './changes-words.ts'

/** Asks before the unpublished changes of an agent are discarded, which can be undone for a while. */
export function DiscardDialog(props: { place: AgentPlace; onClose: () => void }) {
  const { agentId } = props.place
  const { changed } = useAgentDraft(props.place)
  const dispatch = useStoreDispatch()
  const discard = () => {
    const draft = store.getState().drafts[agentId]
    dispatch(draftDiscarded({ agentId }))
    props.onClose()
    if (!draft) return
    noticeWithUndo(t('Discarded {changes}', { changes: changesWords(changed.length) }), () => {
      dispatch(draftPutBack({ agentId, draft }))
    })
  }
  return (
    <AskBefore
      title={t('Discard {changes}?', { changes: changesWords(changed.length) })}
      act={t('Discard')}
      onAct={discard}
      onClose={props.onClose}
    >
      {t('The agent reverts to the published version. These changes are discarded:')}
      <List mt="xs">
        {[...new Set(changed.map(fieldLabel))].map((label) => (
          <List.Item key={label}>{label}</List.Item>
        ))}
      </List>
    </AskBefore>
  )
}
