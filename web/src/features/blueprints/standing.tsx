import { Badge, Group, Text } from '@mantine/core'
import type { BlueprintStanding } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { changesWords, conflictsWords, fieldsWords, isUpToDate } from './rollout-words.ts'

/** What a rollout would change at an agent, and where it goes its own way. */
export function Standing({ standing }: { standing: BlueprintStanding }) {
  const { takes, conflicts, diverged } = standing
  return (
    <Group gap={6}>
      {isUpToDate(standing) && (
        <Badge variant="light" color="teal">
          Up to date
        </Badge>
      )}
      {takes.length > 0 && (
        <Badge variant="light" title={fieldsWords(takes)}>
          Takes {changesWords(takes.length)}
        </Badge>
      )}
      {conflicts.length > 0 && (
        <Badge variant="light" color="yellow" title={fieldsWords(conflicts.map(({ path }) => path))}>
          {conflictsWords(conflicts.length)}
        </Badge>
      )}
      {diverged.length > 0 && (
        <Text component="span" size="sm" c="dimmed">
          Diverged: {fieldsWords(diverged)}
        </Text>
      )}
    </Group>
  )
}
