/** The dialogs of one prompt. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { PromptView } from '@parley/contracts/integration/prompt-endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { listed } from '../../design/lists/listed.ts'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import type { PromptPlace } from '../../server/prompts.ts'
import { PromptNameFields } from '../../shell/agent/prompt-name-fields.tsx'
import { PublishWithout } from '../../shell/agent/publish-without.tsx'
import { agentsWords } from '../../shell/used-by.tsx'
import { readAgain, usePromptAct } from './use-prompt-act.ts'
import { Differences, useDifferencesLoaded } from './version-drawer.tsx'
import { useUntested, VersionTests } from './version-tests.tsx'

type Props = { place: PromptPlace; prompt: PromptView; onClose: () => void }

const route = getRouteApi('/app/$region/prompts/$promptId')

/** Agents that are named one by one. */
const named = 10

/** Shows what agents will be told instead, and which agents these are, before it is so. */
export function PublishPrompt({ place, prompt, version, onClose }: Props & { version: number }) {
  const { agents, published } = prompt
  const publish = usePromptAct(place, 'publish', {
    tell: () => `Version ${version} is published`,
    onDone: onClose,
  })
  const untested = useUntested(place, version)
  const differencesLoaded = useDifferencesLoaded({ place, from: published, to: version })
  const more = agents.length - named
  return (
    <FramedDrawer
      width="wide"
      title={`Publish version ${version}?`}
      kind={prompt.name}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={publish.isPending}
            disabled={untested !== false}
            onClick={() => publish.mutate({ version })}
          >
            {agents.length === 0 ? 'Publish' : `Publish to ${agentsWords(agents.length)}`}
          </Button>
        </>
      }
    >
      {agents.length === 0 ? (
        <Text>No agent uses it yet.</Text>
      ) : (
        <Text>
          Used by {agentsWords(agents.length)}:{' '}
          <strong>
            <bdi>{listed(agents.slice(0, named).map(({ title }) => title))}</bdi>
          </strong>
          {more > 0 && ` and ${more} more`}. {agents.length === 1 ? 'It follows' : 'They follow'} this version
          from the next reply on, in open conversations too.
        </Text>
      )}
      <Text c="dimmed">
        What changes since version {published}. To undo it, publish version {published} again.
      </Text>
      <Differences place={place} from={published} to={version} />
      {differencesLoaded && <VersionTests place={place} version={version} />}
      {untested && (
        <PublishWithout
          publishing={publish.isPending}
          onPublish={(reason) => publish.mutate({ version, untested: reason })}
        />
      )}
    </FramedDrawer>
  )
}

export function DescribePrompt({ place, prompt, onClose }: Props) {
  const [name, setName] = useState(prompt.name)
  const [description, setDescription] = useState(prompt.description)
  const describe = usePromptAct(place, 'describe', {
    loaded: useLoaded(name !== prompt.name || description !== prompt.description),
    tell: () => 'Saved',
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') describe.mutate({ name: name.trim(), description: description.trim() })
  }
  return (
    <Modal opened onClose={onClose} title="Name and description">
      <form onSubmit={submit}>
        <Stack gap="md">
          <PromptNameFields
            name={name}
            description={description}
            error={describe.error}
            onName={setName}
            onDescription={setDescription}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={describe.isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Asks before a prompt is deleted; where agents use it, says which instead. */
export function DeletePrompt({ place, prompt, onClose }: Props) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const loaded = useLoaded()
  const remove = useMutation({
    mutationFn: () => client.call('prompts.delete', { params: place }, { loaded }),
    async onSuccess() {
      noticeSuccess(`${prompt.name} was deleted`)
      await navigate({ to: '/app/$region/prompts', params: { region: place.region }, search: {} })
      await readAgain(queryClient, place)
    },
    onError(error) {
      onClose()
      noticeError(error)
    },
  })
  if (prompt.agents.length > 0)
    return (
      <Modal opened onClose={onClose} title={`${prompt.name} is in use`}>
        <Text>
          {agentsWords(prompt.agents.length)} {prompt.agents.length === 1 ? 'refers' : 'refer'} to it. Remove
          it from {prompt.agents.length === 1 ? 'its prompt' : 'their prompts'} and publish{' '}
          {prompt.agents.length === 1 ? 'the agent' : 'these agents'} first. They are listed on this page.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Modal>
    )
  return (
    <AskBefore
      title={`Delete ${prompt.name}?`}
      act="Delete prompt"
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      Its versions can no longer be reached. No published agent uses it; drafts of agents that refer to it are
      told nothing in its place.
    </AskBefore>
  )
}
