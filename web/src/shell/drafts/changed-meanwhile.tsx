import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../design/language.ts'
import { listed } from '../../design/lists/listed.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { lazyComponent } from '../../server/lazy-component.ts'
import type { Choice } from '../../store/draft-merge.ts'
import { conflictsDecided, draftPutBack } from '../../store/drafts.ts'
import { store, useStoreDispatch } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { useAgentPlace } from '../navigation/places.ts'
import styles from './changed-meanwhile.module.css'
import { conflictLabel } from './conflict-label.ts'

const ConflictsDrawer = lazyComponent(() => import('./conflicts-drawer.tsx'), 'ConflictsDrawer')

/**
 * Says that another user published what is edited here. What could be merged is merged already; for the rest the user
 * chooses. Until then nothing is published and no edit is lost.
 */
export function ChangedMeanwhile() {
  const place = useAgentPlace()
  const { agentId } = place
  const { agent, server, conflicts } = useAgentDraft(place)
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
    if (draft)
      noticeWithUndo(decidedWords(mine, decided.length - mine), () => {
        dispatch(draftPutBack({ agentId, draft, after }))
      })
  }
  const decideAll = (choice: Choice) =>
    decide(Object.fromEntries(conflicts.map(({ path }) => [path, choice])))
  const labels = conflicts.map((conflict) => conflictLabel(conflict))
  const first = labels.slice(0, mostNamed)
  const more = labels.length - mostNamed
  const names =
    more > 0 ? t('{names} and {count} more', { names: first.join(', '), count: more }) : listed(first)
  return (
    <>
      <Alert
        className={styles.banner}
        color="yellow"
        role="alert"
        icon={<IconArrowsDiff size={18} />}
        title={t('Somebody else published changes to what you’re editing')}
      >
        <Text>
          {t('You both changed: {names}. Your edits are still here and are not published.', { names })}
        </Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => setComparing(true)}>
            {t('Compare')}
          </Button>
          <Button size="xs" variant="default" onClick={() => decideAll('mine')}>
            {t('Keep mine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => decideAll('theirs')}>
            {t('Take theirs')}
          </Button>
        </Group>
      </Alert>
      {comparing && (
        <Suspense fallback={null}>
          <ConflictsDrawer
            conflicts={conflicts}
            nodes={agent.nodes ?? []}
            onDecide={decide}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const mostNamed = 4

function decidedWords(mine: number, theirs: number): string {
  if (theirs === 0) return t('Kept {mine} of your changes', { mine })
  if (mine === 0) return t('Took {theirs} of theirs', { theirs })
  return t('Kept {mine} of your changes and took {theirs} of theirs', { mine, theirs })
}
