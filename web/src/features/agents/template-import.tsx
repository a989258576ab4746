import { Badge, Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core'
import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { maxTemplateBytes, readTemplate } from './template-file.ts'

/** Imports an exported template to use instead of a built-in one. */
export function TemplateImport(props: {
  imported: AgentTemplate | undefined
  onImport: (template: AgentTemplate | undefined) => void
}) {
  const [problem, setProblem] = useState<string>()

  const read = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    if (file.size > maxTemplateBytes) return setProblem(`Max size: ${maxTemplateBytes / 1_000_000} MBs`)
    const result = readTemplate(await file.text())
    if (result.ok) props.onImport(result.template)
    else setProblem(result.message)
  }

  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text c="dimmed">Or use a template that you exported.</Text>
        <FileButton accept="application/json,.json" onChange={read}>
          {(button) => (
            <Button variant="default" size="xs" leftSection={<IconFileImport size={16} />} {...button}>
              Import a template file
            </Button>
          )}
        </FileButton>
      </Group>
      {problem && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {problem}
        </Text>
      )}
      {props.imported && (
        <Paper p="sm">
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text fw={500}>{props.imported.name}</Text>
              <Text size="xs" c="dimmed">
                {props.imported.description || 'Imported template'}
              </Text>
            </div>
            <Group gap="xs" wrap="nowrap">
              <Badge>Selected</Badge>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => props.onImport(undefined)}
              >
                Remove
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
    </Stack>
  )
}
