import { Alert, Button, Stack, TextInput, useComputedColorScheme } from '@mantine/core'
import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { t } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'
import { isAboutName, nameProblem } from './name-problem.ts'
import { TemplateTabs } from './template-tabs.tsx'
import { maxBusinessName, templateOf } from './templates.ts'

const formId = 'own-agent'

/** Read again whenever it is shown: others of the agency create agents too. */
const limitQuery = (region: Region) =>
  queryOptions({
    queryKey: ['own-agents-limit', region],
    staleTime: 0,
    queryFn: ({ signal }) => client.call('ownAgents.limit', { params: { region } }, { signal }),
  })

/** The New Agent drawer of a client (part 1 §2, part 2 §6): of the built-in templates alone. */
export function OwnAgentDrawer(props: { session: ClientSessionView; onClose: () => void }) {
  const { session, onClose } = props
  const { region, orgData } = session
  const [name, setName] = useState('')
  const [nameLeft, setNameLeft] = useState(false)
  const [business, setBusiness] = useState(orgData.name)
  const [selected, setSelected] = useState<TemplateKey>('blank-template')
  // Sent again after a lost answer, it creates one agent.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const limit = useQuery(limitQuery(region))
  const create = useCreateOwnAgent({ region, idempotencyKey, onClose })
  const empty = name.trim() === ''
  const namesBusiness = !templateOf(selected)?.withoutBusiness
  const full = limit.data?.reached ? limitReached(limit.data.maxAgents) : undefined
  const failure = create.error && !isAboutName(create.error) ? messageOf(create.error) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (empty || full !== undefined || create.isPending) return
    create.mutate({
      ...{ agentName: name.trim(), agentTemplate: selected },
      ...(namesBusiness && { businessName: business.trim() }),
    })
  }

  return (
    <FramedDrawer
      onClose={onClose}
      title={t('New Agent')}
      kind={t('Create a new AI agent')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={empty || full !== undefined}
            loading={create.isPending || create.isSuccess}
          >
            {t('Create')}
          </Button>
        </>
      }
    >
      {!limit.isFetched && <LoadingRows rows={3} height={72} />}
      {full !== undefined && <Alert color="orange">{full}</Alert>}
      {limit.isFetched && full === undefined && (
        <form id={formId} onSubmit={submit}>
          <Stack gap="lg">
            <TextInput
              label={t('Agent Name')}
              required
              // The drawer was opened to fill it in.
              ref={focusOnce}
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onBlur={() => setNameLeft(true)}
              error={nameProblem(nameLeft && empty, create.error)}
            />
            {namesBusiness && (
              <TextInput
                label={t('Business Name')}
                description={t('Used in the greeting, the prompt and the sample knowledge.')}
                placeholder={orgData.name}
                maxLength={maxBusinessName}
                value={business}
                onChange={(event) => setBusiness(event.currentTarget.value)}
              />
            )}
            {failure !== undefined && (
              // The notice, which is announced, goes after two seconds.
              <Alert color="red" role="none">
                {t('Error: {message}', { message: failure })}
              </Alert>
            )}
            <TemplateTabs selected={selected} onSelect={setSelected} />
          </Stack>
        </form>
      )}
    </FramedDrawer>
  )
}

type NewAgent = { agentName: string; agentTemplate: TemplateKey; businessName?: string }

/** Creates the agent, confirms it for 2 seconds and opens it at the first page that the client may see (part 1 §4). */
function useCreateOwnAgent(of: { region: Region; idempotencyKey: string; onClose: () => void }) {
  const { region, idempotencyKey } = of
  const theme = useComputedColorScheme('light') === 'dark' ? ('blue-dark' as const) : ('blue-light' as const)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (given: NewAgent) => {
      const call = { params: { region }, body: { ...given, theme } }
      return (await client.call('ownAgents.create', call, { idempotencyKey })).agentCreated.ID
    },
    onError: async (error) => {
      await queryClient.invalidateQueries(limitQuery(region))
      noticeFailure(t('Error: {message}', { message: messageOf(error) }), 2_000)
    },
    onSuccess: async (agentId) => {
      noticeSuccess(t('Agent created successfully, redirecting...'), 2_000)
      // What it may open is decided by what it has.
      await queryClient.refetchQueries(sessionQuery())
      void queryClient.invalidateQueries({ queryKey: ['agents', region] })
      await navigate({ href: `/app/${region}/agents/${agentId}` })
      of.onClose()
    },
  })
}

/** In the words of the server (part 2 §5). */
const limitReached = (max: number) =>
  t(
    'You have reached the maximum number of agents ({max}) for your current subscription plan. Please upgrade to add more agents.',
    { max },
  )

const focusOnce = (field: HTMLInputElement | null) => field?.focus()
