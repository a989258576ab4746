import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { canaryShare } from '@parley/contracts/agent/canary.ts'
import type { CanaryView } from '@parley/contracts/agent/canary-endpoints.ts'
import { IconAlertTriangle, IconArrowsSplit2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { listed } from '../../design/lists/listed.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { withParts } from '../../design/words/sentence.tsx'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { CanaryFigures } from './canary-figures.tsx'
import { canaryQuery, versionsQuery } from './queries.ts'
import { untestedWords } from './untested-words.ts'

/** Starts a canary version of the draft, or shows how the one that runs does beside the published version. */
export function CanaryDrawer(props: { place: AgentPlace; onClose: () => void }) {
  const found = useQuery(canaryQuery(props.place))
  const { changed } = useAgentDraft(props.place)
  return (
    <FramedDrawer
      title={t('Canary')}
      kind={t('A version that answers a share of new conversations')}
      onClose={props.onClose}
    >
      {found.isPending && <LoadingRows rows={5} />}
      {found.isError && (
        <FailedList
          title={t('The canary could not be loaded')}
          error={found.error}
          onRetry={() => found.refetch()}
        />
      )}
      {found.data?.canary && <RunningCanary place={props.place} canary={found.data.canary} />}
      {found.data && !found.data.canary && changed.length > 0 && <StartCanary place={props.place} />}
      {found.data && !found.data.canary && changed.length === 0 && (
        <EmptyList
          icon={<IconArrowsSplit2 size={24} />}
          title={t('No canary is running')}
          explanation={t(
            'Edit the agent first. A canary tries unpublished changes on a share of new conversations before everybody gets them.',
          )}
        />
      )}
    </FramedDrawer>
  )
}

function StartCanary(props: { place: AgentPlace }) {
  const { place } = props
  const { agent, changed, conflicts } = useAgentDraft(place)
  const [share, setShare] = useState<number>(canaryShare.suggested)
  const [reason, setReason] = useState('')
  const refresh = useRefresh(place)
  const start = useMutation({
    mutationFn: () => {
      const untested = reason.trim() === '' ? {} : { untested: reason.trim() }
      return client.call('canary.start', { params: place, body: { draft: agent, share, ...untested } })
    },
    onSuccess: async ({ version }) => {
      await refresh()
      noticeSuccess(t('Version {version} answers {share} % of new conversations', { version, share }))
    },
    onError: (error) => {
      if (!isUntested(error))
        noticeFailure(t('Failed to start the canary: {reason}', { reason: messageOf(error) }))
    },
  })
  const untested = isUntested(start.error) ? start.error.message : undefined
  return (
    <>
      <Text>
        {t('Your unpublished changes become a version of their own: {names}.', {
          names: listed(changed.map(fieldLabel)),
        })}
      </Text>
      <ShareInput value={share} onChange={setShare} />
      <Text c="dimmed">
        {t(
          'Each visitor always gets the same version, and a conversation stays on the version it began with. How the widget looks changes for everybody when you promote the canary. It is withdrawn by itself when clearly more of its conversations fail or are handed to a person.',
        )}
      </Text>
      {untested !== undefined && (
        <Untested
          label={t('Reason for starting anyway')}
          {...{ why: untested, reason, onChange: setReason }}
        />
      )}
      <DrawerFooter>
        <Button
          onClick={() => start.mutate()}
          loading={start.isPending}
          disabled={conflicts.length > 0 || (untested !== undefined && reason.trim() === '')}
        >
          {untested === undefined ? t('Start canary') : t('Start anyway')}
        </Button>
      </DrawerFooter>
    </>
  )
}

function RunningCanary(props: { place: AgentPlace; canary: CanaryView }) {
  const { place, canary } = props
  const { version } = canary
  const [share, setShare] = useState(canary.share)
  const refresh = useRefresh(place)
  const after = (message: string) => ({
    onSuccess: async () => {
      await refresh()
      noticeSuccess(message)
    },
    onError: (error: Error) => noticeFailure(t('Error: {reason}', { reason: messageOf(error) })),
  })
  const change = useMutation({
    mutationFn: () => client.call('canary.setShare', { params: place, body: { version, share } }),
    ...after(t('Version {version} answers {share} % of new conversations', { version, share })),
  })
  const [reason, setReason] = useState('')
  const promoting = after(t('Version {version} is published', { version }))
  const promote = useMutation({
    mutationFn: () => {
      const untested = reason.trim() === '' ? {} : { untested: reason.trim() }
      return client.call('canary.promote', { params: place, body: { version, ...untested } })
    },
    ...promoting,
    onError: (error) => {
      if (!isUntested(error)) promoting.onError(error)
    },
  })
  const untested = isUntested(promote.error) ? promote.error.message : undefined
  const withdraw = useMutation({
    mutationFn: () => client.call('canary.withdraw', { params: place, body: { version } }),
    ...after(t('The canary is withdrawn. The published version answers all new conversations.')),
  })
  return (
    <>
      <Text>
        {withParts(
          'Version {version} answers {share} % of new conversations. Started {when}. Changed: {names}.',
          {
            ...{ version, share: canary.share, when: <Moment at={canary.startedAt} /> },
            names: listed(canary.changed.map(fieldLabel)),
          },
        )}
      </Text>
      <ShareInput value={share} onChange={setShare}>
        <Button
          variant="default"
          onClick={() => change.mutate()}
          loading={change.isPending}
          disabled={share === canary.share}
        >
          {t('Change share')}
        </Button>
      </ShareInput>
      <CanaryFigures canary={canary} />
      {untested !== undefined && (
        <Untested
          label={t('Reason for publishing anyway')}
          {...{ why: untested, reason, onChange: setReason }}
        />
      )}
      <DrawerFooter>
        <Button variant="default" onClick={() => withdraw.mutate()} loading={withdraw.isPending}>
          {t('Withdraw')}
        </Button>
        <Button
          onClick={() => promote.mutate()}
          loading={promote.isPending}
          disabled={untested !== undefined && reason.trim() === ''}
        >
          {untested === undefined ? t('Promote') : t('Publish anyway')}
        </Button>
      </DrawerFooter>
    </>
  )
}

/** Says which tests did not pass, and asks for a reason for going on without. */
function Untested(props: { why: string; label: string; reason: string; onChange: (reason: string) => void }) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="alert" icon={<IconAlertTriangle size={18} />}>
        {untestedWords(props.why)}
      </Alert>
      <TextInput
        label={props.label}
        description={t('Recorded in the audit with your name')}
        maxLength={500}
        value={props.reason}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </Stack>
  )
}

function ShareInput(props: { value: number; onChange: (share: number) => void; children?: ReactNode }) {
  const { min, max } = canaryShare
  return (
    <NumberInput
      label={t('Share of new conversations')}
      description={t('From {min} to {max} %', { min, max })}
      suffix=" %"
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      value={props.value}
      onChange={(value) => typeof value === 'number' && value >= min && props.onChange(value)}
      w={props.children ? undefined : 220}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap">
          {input}
          {props.children}
        </Group>
      )}
    />
  )
}

function useRefresh(place: AgentPlace): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries(canaryQuery(place)),
      queryClient.invalidateQueries(agentQuery(place)),
      queryClient.invalidateQueries(versionsQuery(place)),
    ])
  }
}

function isUntested(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'tests-not-passed'
}
