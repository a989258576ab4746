import { Alert, Button, Group, Text } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { noticeSuccess } from '../design/notices.ts'
import { fieldLabel } from '../store/agent-fields.ts'
import { mergedNodes, nodesInConflict } from '../store/draft-conflicts.ts'
import { draftRebased, fieldsDiscarded } from '../store/drafts.ts'
import { useStoreDispatch, useStoreState } from '../store/store.ts'
import { useAgentDraft } from '../store/use-agent-draft.ts'
import styles from './changed-meanwhile.module.css'
import { useAgentPlace } from './places.ts'

/**
 * Handles that another user published fields that are edited here. Changes of different nodes are merged. For all other
 * conflicts the user chooses; until then nothing is published and no edit is lost.
 */
export function ChangedMeanwhile() {
  const place = useAgentPlace()
  const { agentId } = place
  const { server, conflicts } = useAgentDraft(place)
  const draft = useStoreState((state) => state.drafts[agentId])
  const dispatch = useStoreDispatch()
  const flows = {
    base: draft?.base.nodes ?? [],
    mine: draft?.edits.nodes ?? [],
    theirs: server.nodes ?? [],
  }
  const inFlow = conflicts.includes('nodes')
  const merged = inFlow ? mergedNodes(flows.base, flows.mine, flows.theirs) : undefined

  useEffect(() => {
    if (!merged) return
    dispatch(draftRebased({ agentId, edits: { nodes: merged }, server }))
    noticeSuccess('Somebody else published changes to other nodes. Both sets of changes were merged.')
  }, [merged, agentId, server, dispatch])

  if (!draft || conflicts.length === 0 || merged) return null
  const keepMine = () => {
    const edits = Object.fromEntries(Object.entries(draft.edits).filter(([name]) => conflicts.includes(name)))
    dispatch(draftRebased({ agentId, edits, server }))
  }
  const nodes = inFlow ? nodesInConflict(flows.base, flows.mine, flows.theirs) : []
  return (
    <Alert
      className={styles.banner}
      color="yellow"
      role="alert"
      icon={<IconArrowsDiff size={18} />}
      title="Somebody else published changes to what you’re editing"
    >
      <Text>
        You both changed: {conflicts.map(fieldLabel).join(', ')}
        {nodes.length > 0 && ` (${nodes.map((node) => `“${nodeName(node)}”`).join(', ')})`}. Your edits are
        still here and are not published.
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={keepMine}>
          Keep mine
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => dispatch(fieldsDiscarded({ agentId, fields: conflicts }))}
        >
          Take theirs
        </Button>
      </Group>
    </Alert>
  )
}
