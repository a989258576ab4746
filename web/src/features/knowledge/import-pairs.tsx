import { Button, FileButton, Group, Text } from '@mantine/core'
import { pairsInCsv } from '@parley/contracts/knowledge/pairs-in-csv.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { mostPairs } from './pairs-editor.tsx'

export type ImportedPair = { question: string; answer: string }

/** Reads questions with their answers from a table; `room`: how many more there can be. */
export function ImportPairs(props: { room: number; onImport: (pairs: ImportedPair[]) => void }) {
  const [problem, setProblem] = useState('')
  const again = useRef<() => void>(null)
  const read = async (file: File | null) => {
    if (!file) return
    // The same file may be chosen again after it was corrected.
    again.current?.()
    const found = pairsInCsv(await textOf(file))
    if (!found.ok) return setProblem(problemOf(found))
    if (found.pairs.length === 0) return setProblem(t('The file holds no questions.'))
    const fits = found.pairs.length <= props.room
    setProblem(
      fits ? '' : t('At most {count} questions at once. The others were left out.', { count: mostPairs }),
    )
    props.onImport(found.pairs.slice(0, props.room))
  }
  return (
    <div>
      <Group gap="sm">
        <FileButton accept=".csv,text/csv" onChange={read} resetRef={again}>
          {(button) => (
            <Button variant="default" leftSection={<IconFileSpreadsheet size={16} />} {...button}>
              {t('Import a CSV file')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" flex={1} miw={200}>
          {t('One row for each question, with the columns “question” and “answer”')}
        </Text>
      </Group>
      {problem !== '' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {problem}
        </Text>
      )}
    </div>
  )
}

function problemOf(found: Extract<ReturnType<typeof pairsInCsv>, { ok: false }>): string {
  return found.reason === 'columns'
    ? t('The file needs a column “question” and a column “answer”.')
    : t('A quotation mark in line {line} is not closed.', { line: found.line })
}

/** Older spreadsheet programs on Windows don't write UTF-8. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
