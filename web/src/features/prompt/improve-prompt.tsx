import { Alert, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { modelsQuery } from '../../server/models.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { textAt } from '../../store/agent-fields.ts'

/** Has the agent's model improve a prompt, and shows what would change before it is accepted. */
export function ImprovePrompt(props: {
  agent: AgentDocument
  prompt: string
  onAccept: (improved: string) => void
  onClose: () => void
}) {
  const { prompt } = props
  const place = useAgentPlace()
  const [wish, setWish] = useState('')
  const models = useQuery(modelsQuery(place))
  const own = models.data?.find(({ id }) => id === textAt(props.agent, 'vg_defaultModel'))
  const missing = own && !own.configured ? (own.note ?? 'No model is configured.') : undefined
  const asking = useRef(new AbortController())
  useEffect(() => () => asking.current.abort(), [])
  const improve = useMutation({
    mutationFn: () => {
      asking.current = new AbortController()
      const { signal } = asking.current
      const body = wish.trim() === '' ? { prompt } : { prompt, wish: wish.trim() }
      return client.call('assistant.improvePrompt', { params: place, body }, { signal })
    },
  })
  const { data, error, isPending } = improve
  const isSame = data?.prompt === prompt

  return (
    <FramedDrawer
      title="Improve the system prompt"
      kind="Nothing changes before you accept it"
      width="wide"
      onClose={props.onClose}
      footer={
        <>
          <Button variant="default" onClick={props.onClose}>
            {data ? 'Discard' : 'Cancel'}
          </Button>
          {data && (
            <Button variant="default" loading={isPending} onClick={() => improve.mutate()}>
              Try again
            </Button>
          )}
          {data ? (
            <Button disabled={isSame || isPending} onClick={() => props.onAccept(data.prompt)}>
              Accept
            </Button>
          ) : (
            <Button
              loading={isPending}
              disabled={missing !== undefined || models.isPending}
              onClick={() => improve.mutate()}
            >
              Improve
            </Button>
          )}
        </>
      }
    >
      {missing !== undefined ? (
        <Alert
          color="yellow"
          icon={<IconInfoCircle size={18} />}
          title="Without a model, a prompt can’t be improved"
        >
          {missing}
        </Alert>
      ) : (
        <TextInput
          label="What should be better?"
          description="Optional. The model of the agent rewrites the prompt, and keeps its facts and variables. Charged like a reply."
          placeholder="Shorter answers, a warmer tone …"
          maxLength={1000}
          data-autofocus
          value={wish}
          disabled={isPending}
          onChange={(event) => setWish(event.currentTarget.value)}
        />
      )}
      {isPending && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text c="dimmed">Improving the prompt …</Text>
        </Group>
      )}
      {error && !isPending && (
        <Alert color="red" role="alert" title="The prompt was not improved">
          {messageOf(error)}
        </Alert>
      )}
      {data && !isPending && (
        <Stack gap="xs">
          {data.lostVariables.length > 0 && (
            <Alert color="yellow" role="alert">
              The improved prompt lacks {data.lostVariables.map((name) => `{{${name}}}`).join(', ')}.
            </Alert>
          )}
          {isSame ? (
            <Text>The model found nothing to improve.</Text>
          ) : (
            <BeforeAndAfter before={prompt} after={data.prompt} />
          )}
        </Stack>
      )}
    </FramedDrawer>
  )
}
