import { Alert, Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '../../design/language.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { missingPromptsWords, useMissingPrompts } from '../../server/prompts.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { draftPutBack, fieldDiscarded } from '../../store/drafts.ts'
import { store, useStoreDispatch } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { changesWords } from './changes-words.ts'
import { FieldDifferences } from './field-differences.tsx'

/** What publishing would change, field by field. */
export function UnpublishedChanges(props: {
  place: AgentPlace
  publish: () => void
  publishing: boolean
  discard: () => void
  onClose: () => void
}) {
  const { agent, server, changed } = useAgentDraft(props.place)
  const { agentId } = props.place
  const dispatch = useStoreDispatch()
  const undo = (field: string) => {
    const draft = store.getState().drafts[agentId]
    dispatch(fieldDiscarded({ agentId, field }))
    const after = store.getState().drafts[agentId]
    if (!draft) return
    noticeWithUndo(t('Discarded {changes}', { changes: changesWords(1) }), () => {
      dispatch(draftPutBack({ agentId, draft, after }))
    })
  }
  const missing = useMissingPrompts(agent)
  const none = changed.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once everything is published or discarded
  useEffect(() => {
    if (none) props.onClose()
  }, [none])
  return (
    <FramedDrawer
      onClose={props.onClose}
      title={changesWords(changed.length)}
      footer={
        <>
          <Button variant="default" onClick={props.discard}>
            {t('Discard')}
          </Button>
          <Button onClick={props.publish} loading={props.publishing}>
            {t('Publish')}
          </Button>
        </>
      }
    >
      <Text c="dimmed">
        {t('Visitors see the published agent until you publish.')}{' '}
        {t('Your changes are kept in this tab only: closing it discards them.')}
      </Text>
      {missing > 0 && (
        <Alert color="yellow" role="alert">
          {missingPromptsWords(missing)}
        </Alert>
      )}
      <FieldDifferences fields={changed} before={server} after={agent} onUndo={undo} />
    </FramedDrawer>
  )
}
