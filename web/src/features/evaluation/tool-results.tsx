import { ActionIcon, Autocomplete, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTools } from '../../server/tools.ts'

type Results = NonNullable<TestCase['toolResults']>

const MOST = 10

/** What functions answer in the test, in place of being called. Shown where there are functions. */
export function ToolResults(props: { results: Results; onChange: (results: Results) => void }) {
  const { results, onChange } = props
  const tools = useTools().data?.map(({ name }) => name) ?? []
  if (tools.length === 0 && results.length === 0) return null
  const change = (nth: number, given: Partial<Results[number]>) =>
    onChange(results.map((one, at) => (at === nth ? { ...one, ...given } : one)))
  return (
    <Stack gap="sm" component="section" aria-label="Function results">
      <div>
        <Text fw={700}>Function results</Text>
        <Text c="dimmed" size="sm">
          Functions aren’t called during tests. Without a result here, a function reports success.
        </Text>
      </div>
      {results.map(({ tool, result }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results have no id
        <Group key={nth} gap="sm" align="flex-start" wrap="nowrap">
          <Stack gap="xs" flex={1}>
            <Autocomplete
              aria-label={`Function ${nth + 1}`}
              placeholder="Function name"
              data={tools}
              maxLength={100}
              value={tool}
              onChange={(name) => change(nth, { tool: name })}
            />
            <Textarea
              aria-label={`Result ${nth + 1}`}
              placeholder='{"status": "sent"}'
              autosize
              minRows={2}
              maxRows={8}
              maxLength={4_000}
              value={result}
              onChange={(event) => change(nth, { result: event.currentTarget.value })}
            />
          </Stack>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={`Remove result ${nth + 1}`}
            onClick={() => onChange(results.toSpliced(nth, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={14} />}
        disabled={results.length >= MOST}
        onClick={() => onChange([...results, { tool: tools[0] ?? '', result: '' }])}
      >
        Add result
      </Button>
    </Stack>
  )
}
