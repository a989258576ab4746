import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { t, tCount } from '../../design/language.ts'
import styles from './canvas.module.css'

/** The number of problems that prevent publishing the flow. A click lists them; each opens its node. */
export function CanvasProblems(props: { problems: readonly FlowProblem[]; onShow: (id: string) => void }) {
  const [opened, setOpened] = useState(false)
  const errors = props.problems.filter(({ level }) => level === 'error')
  if (errors.length === 0) return null
  return (
    <Popover opened={opened} onChange={setOpened} width={340} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="light"
          color="red"
          leftSection={<IconAlertTriangle size={16} />}
          style={{ flex: 'none' }}
          onClick={() => setOpened(!opened)}
        >
          {tCount(errors.length, '{count} problem', '{count} problems')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Problems to fix before publishing')} p="xs">
        <Text fw={500} px="xs" pb={4}>
          {t('To fix before publishing')}
        </Text>
        <Stack gap={0} mah={320} style={{ overflowY: 'auto' }}>
          {errors.map(({ nodeId, message }) =>
            nodeId === '' ? (
              <Text key={message} size="sm" p="xs">
                {message}
              </Text>
            ) : (
              <UnstyledButton
                key={`${nodeId} ${message}`}
                className={styles.problem}
                onClick={() => {
                  setOpened(false)
                  props.onShow(nodeId)
                }}
              >
                {message}
              </UnstyledButton>
            ),
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
