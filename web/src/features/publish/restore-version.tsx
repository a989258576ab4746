import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../design/language.ts'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { versionsQuery } from './queries.ts'

type Restored = {
  place: AgentPlace
  version: number
  current: number | undefined
  onRestored: () => void
}

/** Restores a version, which publishes it, once that is confirmed. */
export function RestoreVersion(props: Restored) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
        {t('Restore version {version}', { version: props.version })}
      </Button>
      {asked && <Question {...props} onClose={() => setAsked(false)} />}
    </>
  )
}

function Question(props: Restored & { onClose: () => void }) {
  const { place, version, current, onClose } = props
  const { changed } = useAgentDraft(place)
  const queryClient = useQueryClient()
  const loaded = useLoaded()
  const restore = useMutation({
    mutationFn: () => client.call('agents.restoreVersion', { params: { ...place, version } }, { loaded }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(agentQuery(place))
      void queryClient.invalidateQueries(versionsQuery(place))
      noticeSuccess(t('Version {version} restored and published', { version }))
      onClose()
      props.onRestored()
    },
    onError(error) {
      noticeFailure(t('Error: {reason}', { reason: messageOf(error) }))
      onClose()
    },
  })
  return (
    <AskBefore
      title={t('Restore version {version}?', { version })}
      act={t('Restore and publish')}
      undoable
      pending={restore.isPending}
      onAct={() => restore.mutate()}
      onClose={onClose}
    >
      <Text>{t('Visitors get this version at once, in place of the one that is published now.')}</Text>
      <Text mt="xs">{t('Restoring publishes this version as a new one. The history is kept.')}</Text>
      {current !== undefined && (
        <Text mt="xs">{t('To undo this, restore version {version}.', { version: current })}</Text>
      )}
      {changed.length > 0 && <Text mt="xs">{t('Your unpublished edits stay on top of it.')}</Text>}
    </AskBefore>
  )
}
