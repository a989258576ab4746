import { List, Stack, Text } from '@mantine/core'
import type { LeftOutOfAgent } from '@parley/contracts/organisation/snapshot/file.ts'
import { counted } from '../../../design/words/counted.ts'

/** What has to be entered again at the new place, by agent; nothing if there is nothing. */
export function LeftOut({ agents }: { agents: readonly LeftOutOfAgent[] }) {
  const lines = agents
    .map((agent) => ({ title: agent.title, what: needsOf(agent) }))
    .filter(({ what }) => what)
  if (lines.length === 0) return null
  return (
    <Stack gap={4}>
      <Text fw={500}>To be entered again afterwards</Text>
      <List size="sm">
        {lines.map(({ title, what }) => (
          <List.Item key={`${title}: ${what}`}>
            <bdi>{title}</bdi>: {what}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function needsOf({ fields, functions, websitePassages }: LeftOutOfAgent): string {
  return [
    ...fields,
    ...(functions > 0 ? [counted(functions, 'function')] : []),
    ...(websitePassages > 0 ? [`${counted(websitePassages, 'edited passage')} of websites`] : []),
  ].join(', ')
}
