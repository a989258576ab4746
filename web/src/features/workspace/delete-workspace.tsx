import { Button, Group, List, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WorkspaceContents } from '@parley/contracts/workspace/endpoints.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { noticeFailure } from '../../design/notices/notices.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { sessionQuery, type WorkspacePlace } from '../../server/queries.ts'

/** The danger zone of a workspace that isn't personal, for its owner (part 2 §6). */
export function DeleteWorkspace(props: { place: WorkspacePlace; name: string }) {
  const [asking, question] = useDisclosure(false)
  return (
    <SettingSection title="Danger zone">
      <SettingRow
        label="Delete Workspace"
        help="Deletes the workspace with everything in it. You can export it first."
        size="button"
      >
        <Button variant="outline" color="red" onClick={question.open}>
          Delete Workspace
        </Button>
      </SettingRow>
      {asking && <Question {...props} onClose={question.close} />}
    </SettingSection>
  )
}

function Question(props: { place: WorkspacePlace; name: string; onClose: () => void }) {
  const { place, name, onClose } = props
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const contents = useQuery({
    queryKey: ['workspace contents', place.region, place.workspaceId],
    queryFn: ({ signal }) => client.call('workspaces.contents', { params: place }, { signal }),
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => client.call('workspaces.delete', { params: place }),
    // The bar above every page then says when.
    async onSuccess() {
      onClose()
      await queryClient.invalidateQueries(sessionQuery())
    },
    onError: () => noticeFailure('Failed to delete workspace.'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name) remove.mutate()
    else setProblem('This is not the name of the workspace.')
  }
  return (
    <Modal opened onClose={onClose} title={<bdi>{`Delete ${name}?`}</bdi>} size="lg">
      {contents.isPending && (
        <Group justify="center" mih={320}>
          <Loader size="sm" aria-label="Counting what is in the workspace" />
        </Group>
      )}
      {contents.isError && (
        <FailedList
          title="What the workspace contains could not be loaded"
          error={contents.error}
          onRetry={() => contents.refetch()}
        />
      )}
      {contents.data && (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Contents contents={contents.data} />
            <Group gap="sm" wrap="wrap">
              <Button
                component="a"
                href={client.url('workspaces.export', { params: place })}
                download
                variant="default"
                leftSection={<IconDownload size={16} />}
              >
                Export everything
              </Button>
              <Text size="sm" c="dimmed" flex="1 1 220px">
                One file with agents, knowledge, conversations, leads and members (JSON Lines). Files that
                visitors sent are not in it.
              </Text>
            </Group>
            <TextInput
              label={
                <>
                  Type <bdi>{name}</bdi> to confirm
                </>
              }
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={typed}
              error={problem}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setProblem(undefined)
              }}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" color="red" disabled={typed.trim() === ''} loading={remove.isPending}>
                Delete Workspace
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

function Contents({ contents }: { contents: WorkspaceContents }) {
  const { agents, conversations, leads, sources, members, graceDays } = contents
  const day = dayOf(Date.now() + graceDays * 86_400_000)
  const parts = [
    ofThem(agents, 'agent'),
    ofThem(sources, 'knowledge source'),
    ofThem(conversations, 'conversation'),
    ofThem(leads, 'lead'),
  ]
  return (
    <List spacing={6}>
      <List.Item>
        <b>
          {parts.slice(0, -1).join(', ')} and {parts.at(-1)}
        </b>{' '}
        are deleted, with functions, files, credits and settings.
      </List.Item>
      <List.Item>
        <b>At once</b> agents stop answering visitors, and nothing in the workspace can be changed.
      </List.Item>
      <List.Item>
        {members > 1
          ? `${ofThem(members, 'member')} lose access on ${day} and are told by email now.`
          : `You lose access on ${day}.`}
      </List.Item>
      <List.Item>
        Until {day} you can keep the workspace. After that, <b>THIS ACTION CANNOT BE UNDONE</b>.
      </List.Item>
    </List>
  )
}

const ofThem = (number: number, what: string) => `${count(number)} ${what}${number === 1 ? '' : 's'}`

const dayOf = (ms: number) => new Date(ms).toLocaleDateString(undefined, { dateStyle: 'long' })
