import { Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { WebhookEventView } from '@parley/contracts/integration/webhook.ts'
import { groupsOf } from './catalogue.tsx'

/** Sent without being asked for. */
const TEST = 'webhook_test'

/** The events that a webhook is told of, by group; a group is chosen at once by its own box. */
export function EventChoice(props: {
  all: readonly WebhookEventView[]
  chosen: readonly string[]
  error: string | undefined
  disabled: boolean
  onChange: (chosen: string[]) => void
}) {
  const { chosen, onChange } = props
  const events = props.all.filter(({ type }) => type !== TEST)
  const toggle = (types: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...types])] : chosen.filter((type) => !types.includes(type)))
  return (
    <Stack gap="sm" role="group" aria-label="Events">
      <Group justify="space-between">
        <Text fw={500}>Events</Text>
        <Checkbox
          label="All"
          disabled={props.disabled}
          checked={chosen.length === events.length}
          indeterminate={chosen.length > 0 && chosen.length < events.length}
          onChange={(event) => onChange(event.currentTarget.checked ? events.map(({ type }) => type) : [])}
        />
      </Group>
      {props.error && (
        <Text c="red" size="sm" role="alert">
          {props.error}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {[...groupsOf(events)].map(([group, ofGroup]) => {
          const types = ofGroup.map(({ type }) => type)
          const on = types.filter((type) => chosen.includes(type)).length
          return (
            <Stack key={group} gap={6}>
              <Checkbox
                label={group}
                fw={500}
                disabled={props.disabled}
                checked={on === types.length}
                indeterminate={on > 0 && on < types.length}
                onChange={(event) => toggle(types, event.currentTarget.checked)}
              />
              {ofGroup.map(({ type, summary }) => (
                <Checkbox
                  key={type}
                  ml="md"
                  size="sm"
                  label={type}
                  title={summary}
                  disabled={props.disabled}
                  checked={chosen.includes(type)}
                  onChange={(event) => toggle([type], event.currentTarget.checked)}
                />
              ))}
            </Stack>
          )
        })}
      </SimpleGrid>
    </Stack>
  )
}
