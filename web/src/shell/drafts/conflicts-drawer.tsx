import { Button, Radio, Stack, Text } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { useState } from 'react'
import { t, tCount } from '../../design/language.ts'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { useTools } from '../../server/tools.ts'
import type { Choice, DraftConflict } from '../../store/draft-merge.ts'
import { readableConflict } from '../../store/readable-value.ts'
import { conflictLabel } from './conflict-label.ts'
import styles from './conflicts-drawer.module.css'

/** Shows field by field what each side changed, and takes which to keep. What is not chosen stays a conflict. */
export function ConflictsDrawer(props: {
  conflicts: readonly DraftConflict[]
  /** The flow of the draft. */
  nodes: readonly AgentNode[]
  onDecide: (choices: Record<string, Choice>) => void
  onClose: () => void
}) {
  const { conflicts } = props
  const tools = useTools()
  const toolName = (id: string) => tools.data?.find((tool) => tool.id === id)?.name
  const [chosen, setChosen] = useState<Record<string, Choice>>({})
  const choices = Object.fromEntries(
    conflicts.flatMap(({ path }) => {
      const choice = chosen[path]
      return choice ? [[path, choice]] : []
    }),
  )
  const decided = Object.keys(choices).length
  return (
    <FramedDrawer
      title={tCount(conflicts.length, '{count} conflict', '{count} conflicts')}
      kind={t('Changed here and published by somebody else')}
      width="wide"
      onClose={props.onClose}
      footer={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t('Cancel')}
          </Button>
          <Button disabled={decided === 0} onClick={() => props.onDecide(choices)}>
            {decided === 0 || decided === conflicts.length
              ? t('Apply')
              : t('Apply {decided} of {all}', { decided, all: conflicts.length })}
          </Button>
        </>
      }
    >
      <Text c="dimmed">
        {t(
          t(
            'Choose which change to keep. All other changes of both sides are merged. Nothing is published until you publish.',
          ),
        )}
      </Text>
      {conflicts.map((conflict) => {
        const readable = readableConflict(conflict, props.nodes, toolName)
        return (
          <Radio.Group
            key={conflict.path}
            label={conflictLabel(conflict)}
            value={chosen[conflict.path] ?? null}
            onChange={(value) =>
              setChosen({ ...chosen, [conflict.path]: value === 'mine' ? 'mine' : 'theirs' })
            }
          >
            <Stack gap="xs" mt={6}>
              <Side value="mine" label={t('Mine')} removed={conflict.mine === undefined} {...readable.mine} />
              <Side
                value="theirs"
                label={t('Theirs')}
                removed={conflict.theirs === undefined}
                {...readable.theirs}
              />
            </Stack>
          </Radio.Group>
        )
      })}
    </FramedDrawer>
  )
}

/** What one side made of the value from which both began. */
function Side(props: { value: Choice; label: string; removed: boolean; before?: string; after?: string }) {
  return (
    <div className={styles.side}>
      <Radio value={props.value} label={props.label} />
      {props.removed && <Text c="dimmed">{t('Removed')}</Text>}
      <BeforeAndAfter before={props.before ?? ''} after={props.after} />
    </div>
  )
}
