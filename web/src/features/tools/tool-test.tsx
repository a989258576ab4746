import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ToolView } from '@parley/contracts/integration/tool.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './tools.module.css'

const outcomes = {
  ok: { label: 'OK', color: 'teal' },
  error: { label: 'Error', color: 'red' },
  refused: { label: 'Refused', color: 'red' },
  'time-out': { label: 'Time-out', color: 'red' },
  'too-large': { label: 'Too large', color: 'red' },
} as const

/** Calls the function and shows the request and the response. */
export function ToolTest({ tool, unsaved }: { tool: ToolView; unsaved: boolean }) {
  const { region } = useWorkspace()
  const [values, setValues] = useState<Record<string, string>>({})
  const test = useMutation({
    mutationFn: () => client.call('tools.test', { params: { region, toolId: tool.id }, body: { values } }),
  })
  const open = tool.fields.filter(({ value }) => !value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    test.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text c="dimmed">
          {unsaved ? 'Save first. Tests use the saved function.' : 'Sends one real request to your server.'}
        </Text>
        {open.map((field) => (
          <TextInput
            key={`${field.in}/${field.key}`}
            label={field.key}
            description={field.description}
            placeholder={field.defaultValue}
            maxLength={4000}
            value={values[field.key] ?? ''}
            onChange={(event) => setValues({ ...values, [field.key]: event.currentTarget.value })}
          />
        ))}
        <Group>
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlayerPlay size={16} />}
            loading={test.isPending}
            disabled={unsaved}
          >
            Test
          </Button>
        </Group>
        {test.error && <ProblemAlert>{messageOf(test.error)}</ProblemAlert>}
        {test.data && (
          <Stack gap="xs" role="status">
            <Group gap="xs">
              <Badge variant="light" color={outcomes[test.data.outcome].color}>
                {outcomes[test.data.outcome].label}
                {test.data.status === undefined ? '' : ` ${test.data.status}`}
              </Badge>
              <Text size="xs" c="dimmed" className="tabular">
                {test.data.tookMs} ms
              </Text>
            </Group>
            {test.data.request !== '' && (
              <>
                <Text fw={500}>Request</Text>
                <pre className={styles.code}>{test.data.request}</pre>
              </>
            )}
            <Text fw={500}>Response</Text>
            <pre className={styles.code}>{readable(test.data.response)}</pre>
          </Stack>
        )}
      </Stack>
    </form>
  )
}

/** Formats JSON; returns other text unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text || '(empty)'
  }
}
