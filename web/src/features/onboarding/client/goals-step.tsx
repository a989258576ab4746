import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type ClientGoal, clientGoals } from '@parley/contracts/client/onboarding.ts'
import { type ReactNode, useState } from 'react'
import { t } from '../../../design/language.ts'

/** What the client wants to achieve; its agency sees it. */
export function GoalsStep(props: {
  chosen: readonly ClientGoal[]
  saving: boolean
  before: ReactNode
  onDone: (goals: ClientGoal[]) => void
}) {
  const [chosen, setChosen] = useState<readonly ClientGoal[]>(props.chosen)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        props.onDone([...chosen])
      }}
    >
      <Stack gap="lg">
        <Checkbox.Group
          aria-label={t('Goals')}
          value={[...chosen]}
          onChange={(ids) => setChosen(clientGoals.flatMap(({ id }) => (ids.includes(id) ? [id] : [])))}
        >
          <Stack gap="sm">
            {clientGoals.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={t(label)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify={props.before ? 'space-between' : 'flex-end'}>
          {props.before}
          <Button type="submit" loading={props.saving}>
            {t('Continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
