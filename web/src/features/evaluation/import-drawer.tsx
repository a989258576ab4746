import { Button, Code, FileInput, List, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { scrollable } from '../../design/scrollable.ts'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { plural } from '../../shell/test-panel/test-words.ts'

const sample = `question,must mention,answered,handed over
When are you open?,nine; five,yes,
I want to talk to a person,,,yes`

/** Adds test cases from a CSV or JSON file, or says what is wrong in which line. */
export function ImportDrawer(props: { onClose: () => void }) {
  const place = useAgentPlace()
  const formId = useId()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const load = useMutation({
    mutationFn: async (chosen: File) => {
      const format = /\.json$/i.test(chosen.name) ? 'json' : 'csv'
      const body = { format, text: await chosen.text() } as const
      return client.call('testCases.import', { params: place, body })
    },
    onSuccess: async ({ added, problems }) => {
      if (problems.length > 0) return
      await queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] })
      noticeSuccess(`${plural(added, 'test was', 'tests were')} added`)
      props.onClose()
    },
  })
  const problems = load.data?.problems ?? []
  return (
    <FramedDrawer onClose={props.onClose} title="Import tests">
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (file) load.mutate(file)
        }}
      >
        <Stack gap="md">
          <FileInput
            label="File"
            description="CSV or JSON, at most 1 MB"
            placeholder="Choose a file"
            accept=".csv,.json,text/csv,application/json"
            leftSection={<IconFileUpload size={16} />}
            clearable
            value={file}
            onChange={(chosen) => {
              setFile(chosen)
              load.reset()
            }}
          />
          {load.error && <ProblemAlert>{messageOf(load.error)}</ProblemAlert>}
          {problems.length > 0 && (
            <ProblemAlert title="Nothing was added">
              <List size="sm">
                {problems.map(({ line, message }) => (
                  <List.Item key={`${line} ${message}`}>
                    Line {line}: {message}
                  </List.Item>
                ))}
              </List>
            </ProblemAlert>
          )}
          <div>
            <Text fw={500}>Columns</Text>
            <Text c="dimmed" size="sm">
              question, must mention, must not mention, source, tools called, tools not called, handed over,
              answered, language, tone, name, dialogue. Only the question is needed; several values are
              separated by semicolons, and lines with the same dialogue are one test.
            </Text>
            <Code block mt="xs" {...scrollable}>
              {sample}
            </Code>
          </div>
          <DrawerFooter>
            <Button type="submit" form={formId} disabled={!file} loading={load.isPending}>
              Import
            </Button>
          </DrawerFooter>
        </Stack>
      </form>
    </FramedDrawer>
  )
}
