import { Alert, Button, Group, Text } from '@mantine/core'
import type { BlueprintDraft as Draft } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { IconTemplate } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { blueprintDraftQuery } from '../../server/queries.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { draftPutBack } from '../../store/drafts.ts'
import { useStoreDispatch } from '../../store/store.ts'
import styles from '../drafts/changed-meanwhile.module.css'
import { useAgentPlace } from '../navigation/places.ts'

/** Says what a blueprint left at the agent, and takes it into the draft, merged with what is edited there, or puts it away. */
export function BlueprintDraft({ draft }: { draft: Draft }) {
  const place = useAgentPlace()
  const { agentId } = place
  const dispatch = useStoreDispatch()
  const queryClient = useQueryClient()
  const settle = useMutation({
    mutationFn: (taken: boolean) => {
      if (taken) dispatch(draftPutBack({ agentId, draft: { edits: draft.changes, base: draft.before } }))
      return client.call('blueprintDrafts.settle', {
        params: place,
        body: { rolloutId: draft.rolloutId },
      })
    },
    onSuccess: async (_, taken) => {
      await queryClient.invalidateQueries(blueprintDraftQuery(place))
      noticeSuccess(taken ? 'Taken into your draft. Publish it when it is ready.' : 'Put away')
    },
    onError: (error) => noticeError(error),
  })
  const names = Object.keys(draft.changes).map(fieldLabel)
  return (
    <Alert
      className={styles.banner}
      color="blue"
      icon={<IconTemplate size={18} />}
      title={
        <>
          Version {draft.version} of {draft.blueprint ? <bdi>{draft.blueprint}</bdi> : 'a blueprint'} is ready
          for this agent
        </>
      }
    >
      <Text>It changes: {names.join(', ')}. Visitors meet it once you publish.</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" disabled={settle.isPending} onClick={() => settle.mutate(true)}>
          Take into my draft
        </Button>
        <Button size="xs" variant="default" disabled={settle.isPending} onClick={() => settle.mutate(false)}>
          Put away
        </Button>
      </Group>
    </Alert>
  )
}
