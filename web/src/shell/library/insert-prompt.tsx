import { Button, Group, Modal, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type { PromptListItem } from '@parley/contracts/integration/prompt-endpoints.ts'
import { promptPlace } from '@parley/contracts/integration/prompt-references.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { libraryQuery, promptVersionQuery } from '../../server/prompts.ts'
import { useWorkspace } from '../navigation/places.ts'
import styles from './insert-prompt.module.css'

/** Chooses a prompt of the library: as a reference, or its text as a copy. */
export function InsertPrompt(props: {
  onInsert: (text: string) => void
  onReplace: (text: string) => void
  onClose: () => void
}) {
  const library = useQuery(libraryQuery(useWorkspace()))
  const [q, setQ] = useState('')
  const [promptId, setPromptId] = useState<string>()
  const words = wordsIn(q)
  const found = library.data?.filter(({ name, description }) => hasWords(`${name}\n${description}`, words))
  const chosen = found?.find((prompt) => prompt.promptId === promptId)
  const use = (act: () => void) => {
    props.onClose()
    // Once the dialog is gone, which would take the focus back.
    requestAnimationFrame(act)
  }
  return (
    <Modal opened onClose={props.onClose} size="lg" title="Insert from library">
      <Stack gap="md">
        <TextInput
          type="search"
          aria-label="Search prompts"
          placeholder="Search names and descriptions"
          leftSection={<IconSearch size={16} />}
          maxLength={200}
          data-autofocus
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        {library.isPending && <LoadingRows rows={3} height={48} />}
        {library.isError && !library.data && (
          <FailedList
            title="The prompts could not be loaded"
            error={library.error}
            onRetry={() => library.refetch()}
          />
        )}
        {found?.length === 0 && (
          <Text c="dimmed">
            {library.data?.length === 0
              ? 'The library has no prompts yet. Save this prompt to it, or add one under Prompts.'
              : 'No name or description has these words.'}
          </Text>
        )}
        {found && found.length > 0 && (
          <ScrollArea.Autosize mah={240} type="auto">
            <Radio.Group aria-label="Prompts" value={promptId ?? null} onChange={setPromptId}>
              <Stack gap={4}>
                {found.map((prompt) => (
                  <Radio.Card key={prompt.promptId} value={prompt.promptId} className={styles.card ?? ''}>
                    <Group wrap="nowrap" align="flex-start" gap="sm">
                      <Radio.Indicator mt={2} />
                      <div>
                        <Text fw={600}>
                          <bdi>{prompt.name}</bdi>
                        </Text>
                        {prompt.description && (
                          <Text size="sm" c="dimmed" lineClamp={2}>
                            <bdi>{prompt.description}</bdi>
                          </Text>
                        )}
                      </div>
                    </Group>
                  </Radio.Card>
                ))}
              </Stack>
            </Radio.Group>
          </ScrollArea.Autosize>
        )}
        <Chosen
          prompt={chosen}
          onReference={(id) => use(() => props.onInsert(promptPlace(id)))}
          onText={(text) => use(() => props.onInsert(text))}
          onReplace={(text) => use(() => props.onReplace(text))}
        />
      </Stack>
    </Modal>
  )
}

/** What is inserted of the chosen prompt, and how. */
function Chosen(props: {
  prompt: PromptListItem | undefined
  onReference: (promptId: string) => void
  onText: (text: string) => void
  onReplace: (text: string) => void
}) {
  const { prompt } = props
  const place = { ...useWorkspace(), promptId: prompt?.promptId ?? '' }
  const text = useQuery({
    ...promptVersionQuery(place, prompt?.published ?? 1),
    enabled: prompt !== undefined,
  })
  const { data } = text
  return (
    <>
      {prompt && (
        <ScrollArea.Autosize mah={160} type="auto" className={styles.text ?? ''}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} dir="auto">
            {text.isError ? 'The text could not be loaded.' : data}
          </Text>
        </ScrollArea.Autosize>
      )}
      <Text size="sm" c="dimmed">
        A reference follows the library: the agent says what is published there. A copy is this agent’s own.
      </Text>
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={data === undefined}
          onClick={() => data !== undefined && props.onReplace(data)}
        >
          Replace prompt by copy
        </Button>
        <Button
          variant="default"
          disabled={data === undefined}
          onClick={() => data !== undefined && props.onText(data)}
        >
          Insert copy
        </Button>
        <Button disabled={!prompt} onClick={() => prompt && props.onReference(prompt.promptId)}>
          Insert reference
        </Button>
      </Group>
    </>
  )
}
