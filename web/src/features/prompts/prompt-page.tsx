import { ActionIcon, Alert, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { PromptView } from '@parley/contracts/integration/prompt-endpoints.ts'
import { longestPrompt, longestVersionNote } from '@parley/contracts/integration/prompt-names.ts'
import { variablesInPrompt } from '@parley/contracts/integration/prompt-references.ts'
import { IconDots, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { PromptEditor, type PromptEditorHandle } from '../../design/code/prompt-editor.tsx'
import { count, Moment } from '../../design/dates/moment.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page, Section } from '../../design/pages/page.tsx'
import { useLoaded } from '../../server/overwriting.ts'
import type { PromptPlace } from '../../server/prompts.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { agentsWords, UsedByAgents, usedByWords } from '../../shell/used-by.tsx'
import { DeletePrompt, DescribePrompt, PublishPrompt } from './prompt-dialogs.tsx'
import { promptQuery } from './queries.ts'
import { usePromptAct } from './use-prompt-act.ts'
import { VersionDrawer } from './version-drawer.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/app/$region/prompts/$promptId')

/** Variables of every agent. */
const ofVisitors = ['name', 'email', 'phone']

/** A prompt of the library: its text, the agents that use it, and its versions. */
export function PromptPage() {
  const { region, workspaceId } = useWorkspace()
  const place = { region, workspaceId, promptId: route.useParams().promptId }
  const prompt = useQuery(promptQuery(place))
  if (prompt.data) return <Loaded key={place.promptId} place={place} prompt={prompt.data} />
  return (
    <Page title="Prompt">
      {prompt.isError ? (
        <FailedList
          title="The prompt could not be loaded"
          error={prompt.error}
          onRetry={() => prompt.refetch()}
        />
      ) : (
        <LoadingRows rows={3} height={160} />
      )}
    </Page>
  )
}

function Loaded({ place, prompt }: { place: PromptPlace; prompt: PromptView }) {
  const { version: opened, publish } = route.useSearch()
  const navigate = route.useNavigate()
  const manages = useMay()('prompt.manage')
  const [dialog, setDialog] = useState<'describe' | 'delete'>()
  const show = (search: { version?: number; publish?: number }) => void navigate({ search })
  const close = () => setDialog(undefined)
  const isKept = (version: number | undefined): version is number =>
    prompt.versions.some((one) => one.version === version)
  return (
    <Page
      title={prompt.name}
      purpose={prompt.description ? <bdi>{prompt.description}</bdi> : <Updated prompt={prompt} />}
      actions={
        manages && (
          <>
            {prompt.version !== prompt.published && (
              <Button onClick={() => show({ publish: prompt.version })}>
                Publish version {prompt.version}
              </Button>
            )}
            <Menu width={220} position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label="More actions">
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('describe')}>
                  Name and description
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => setDialog('delete')}
                >
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )
      }
    >
      <Stack gap="md">
        {prompt.version !== prompt.published && (
          <Alert icon={<IconInfoCircle size={18} />} title={`Version ${prompt.published} is published`}>
            Version {prompt.version} is saved and not published.{' '}
            {prompt.agents.length > 0 &&
              `Publishing it changes what ${agentsWords(prompt.agents.length)} ${prompt.agents.length === 1 ? 'says' : 'say'}.`}
          </Alert>
        )}
        <TextOf place={place} prompt={prompt} readOnly={!manages} />
        <UsedBy prompt={prompt} />
        <Versions prompt={prompt} onOpen={(version) => show({ version })} />
      </Stack>
      {isKept(opened) && (
        <VersionDrawer
          key={opened}
          {...{ place, prompt }}
          version={opened}
          onPublish={() => show({ publish: opened })}
          onClose={() => show({})}
        />
      )}
      {manages && isKept(publish) && publish !== prompt.published && (
        <PublishPrompt {...{ place, prompt }} version={publish} onClose={() => show({})} />
      )}
      {dialog === 'describe' && <DescribePrompt {...{ place, prompt }} onClose={close} />}
      {dialog === 'delete' && <DeletePrompt {...{ place, prompt }} onClose={close} />}
    </Page>
  )
}

function Updated({ prompt: { version, updatedAt, updatedBy } }: { prompt: PromptView }) {
  return (
    <>
      Version {version}, updated <Moment at={updatedAt} />
      {updatedBy && ` by ${updatedBy}`}
    </>
  )
}

/** The text of the newest version, from which the next one is made. */
function TextOf(props: { place: PromptPlace; prompt: PromptView; readOnly: boolean }) {
  const { place, prompt, readOnly } = props
  const editor = useRef<PromptEditorHandle>(null)
  const [edited, setEdited] = useState<string>()
  const [note, setNote] = useState('')
  const text = edited ?? prompt.text
  const changed = edited !== undefined && edited !== prompt.text
  const loaded = useLoaded(changed)
  const save = usePromptAct(place, 'saveVersion', {
    loaded,
    tell: (_, version) => `Version ${version} was saved. Publish it to bring it to the agents.`,
    onDone() {
      setEdited(undefined)
      setNote('')
    },
  })
  const saveIfChanged = () => {
    if (changed && text.trim() !== '' && !save.isPending) save.mutate({ text, note })
  }
  useHotkeys([['mod+S', saveIfChanged]], [], true)
  useWarningBeforeLeaving(changed)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Section
      title="Text"
      explanation="Variables such as {{name}} are replaced by what the agent knows of the visitor."
    >
      <div>
        <PromptEditor
          handle={editor}
          label="Text"
          placeholder="Write in short sentences …"
          maxLength={longestPrompt}
          variables={[...new Set([...variablesInPrompt(text), ...ofVisitors])]}
          value={text}
          readOnly={readOnly}
          onChange={setEdited}
        />
        <Text size="xs" c="dimmed" ta="end" mt={4} className="tabular">
          {count(text.length)} / {count(longestPrompt)}
        </Text>
      </div>
      {!readOnly && (
        <Group align="flex-end">
          <TextInput
            flex="1 1 240px"
            label="Note"
            placeholder="Optional: what changes, and why"
            maxLength={longestVersionNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {changed && (
            <Button variant="default" onClick={() => setEdited(undefined)}>
              Discard
            </Button>
          )}
          <Button
            variant="default"
            disabled={!changed || text.trim() === ''}
            loading={save.isPending}
            onClick={saveIfChanged}
          >
            Save version
          </Button>
        </Group>
      )}
      {leaving.status === 'blocked' && (
        <AskBefore
          title="Leave without saving?"
          act="Discard changes"
          onAct={leaving.proceed}
          onClose={leaving.reset}
        >
          The text of {prompt.name} has changes that are not saved.
        </AskBefore>
      )}
    </Section>
  )
}

function UsedBy({ prompt: { agents } }: { prompt: PromptView }) {
  return (
    <Section
      title={usedByWords(agents.length)}
      explanation="Agents whose published prompt, or canary version, refers to it."
    >
      {agents.length === 0 ? (
        <Text c="dimmed">On the Prompt page of an agent, choose Library to insert it.</Text>
      ) : (
        <UsedByAgents agents={agents} />
      )}
    </Section>
  )
}
