import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { noticeWithUndo } from '../design/undo-notice.tsx'
import { lazyComponent } from '../server/lazy-component.ts'
import type { Choice } from '../store/draft-merge.ts'
import { conflictsDecided, draftPutBack } from '../store/drafts.ts'
import { store, useStoreDispatch } from '../store/store.ts'
import { useAgentDraft } from '../store/use-agent-draft.ts'
import styles from './changed-meanwhile.module.css'
import { conflictLabel } from './conflict-label.ts'
import { useAgentPlace } from './places.ts'

const ConflictsDrawer = lazyComponent(() => import('./conflicts-drawer.tsx'), 'ConflictsDrawer')

/**
 * Says that another user published what is edited here. What could be merged is merged already; for the rest the user
 * chooses. Until then nothing is published and no edit is lost.
 */
export function ChangedMeanwhile() {
  const place = useAgentPlace()
  const { agentId } = place
  const { server, conflicts } = useAgentDraft(place)
  const dispatch = useStoreDispatch()
  const [comparing, setComparing] = useState(false)
  if (conflicts.length === 0) return null

  const decide = (choices: Record<string, Choice>) => {
    const draft = store.getState().drafts[agentId]
    dispatch(conflictsDecided({ agentId, server, choices }))
    const after = store.getState().drafts[agentId]
    setComparing(false)
    const decided = Object.values(choices)
    const mine = decided.filter((choice) => choice === 'mine').length
    const words = [
      ...(mine > 0 ? [`kept ${mine} of your changes`] : []),
      ...(mine < decided.length ? [`took ${decided.length - mine} of theirs`] : []),
    ].join(' and ')
    if (draft)
      noticeWithUndo(`${words.charAt(0).toUpperCase()}${words.slice(1)}`, () => {
        dispatch(draftPutBack({ agentId, draft, after }))
      })
  }
  const decideAll = (choice: Choice) =>
    decide(Object.fromEntries(conflicts.map(({ path }) => [path, choice])))
  const labels = conflicts.map((conflict) => conflictLabel(conflict))
  return (
    <>
      <Alert
        className={styles.banner}
        color="yellow"
        role="alert"
        icon={<IconArrowsDiff size={18} />}
        title="Somebody else published changes to what you’re editing"
      >
        <Text>
          You both changed: {labels.slice(0, mostNamed).join(', ')}
          {labels.length > mostNamed && ` and ${labels.length - mostNamed} more`}. Your edits are still here
          and are not published.
        </Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => setComparing(true)}>
            Compare
          </Button>
          <Button size="xs" variant="default" onClick={() => decideAll('mine')}>
            Keep mine
          </Button>
          <Button size="xs" variant="default" onClick={() => decideAll('theirs')}>
            Take theirs
          </Button>
        </Group>
      </Alert>
      {comparing && (
        <Suspense fallback={null}>
          <ConflictsDrawer conflicts={conflicts} onDecide={decide} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </>
  )
}

const mostNamed = 4
