import { Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { ApiError, client } from '../../server/client.ts'
import { balanceQuery } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './clients.module.css'
import { organisationCreditsQuery, organisationsAgain } from './queries.ts'

export const INVALID_AMOUNT = 'Please enter a valid amount to transfer.'
type From = 'workspace' | 'organisation'

/** The credits of an organization: what it has, what was transferred, and a transfer in either direction. */
export function CreditTransfer(props: { organisation: OrganisationView; mayTransfer: boolean }) {
  const { ID: organisationId, name } = props.organisation
  const workspace = useWorkspace()
  const { region, workspaceId } = workspace
  const queryClient = useQueryClient()
  const credits = useQuery(organisationCreditsQuery(workspace, organisationId))
  const { data: left } = useQuery(balanceQuery(workspace))
  const [from, setFrom] = useState<From>('workspace')
  const [amount, setAmount] = useState<number | string>('')
  const [problem, setProblem] = useState<string>()
  // Sending the same transfer again after a lost answer moves the credits once.
  const key = useRef<string>(undefined)
  const transfer = useMutation({
    mutationFn: (body: { from: From; amount: number }) => {
      key.current ??= crypto.randomUUID()
      return client.call(
        'organisations.transferCredits',
        { params: { region, workspaceId, organisationId }, body },
        { idempotencyKey: key.current },
      )
    },
    onSuccess: async () => {
      key.current = undefined
      setAmount('')
      noticeSuccess('Credits transferred successfully!')
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['organisation-credits', region] }),
        organisationsAgain(queryClient, region),
        queryClient.invalidateQueries({ queryKey: balanceQuery(workspace).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['credits', region] }),
      ])
    },
    onError: (error) => {
      const status = error instanceof ApiError ? error.status : 0
      if (status !== 0 && status < 500) key.current = undefined
      const refusal = error instanceof ApiError ? error.problem : undefined
      if (refusal?.code === 'no-credits' || refusal?.code === 'invalid-input')
        return setProblem(refusal.code === 'no-credits' ? refusal.message : INVALID_AMOUNT)
      noticeFailure(
        status === 404
          ? 'Workspace not found. Please refresh and try again.'
          : 'Failed to transfer credits. Please try again.',
      )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entered = typeof amount === 'number' ? amount : Number.NaN
    if (!(entered > 0)) return setProblem(INVALID_AMOUNT)
    setProblem(undefined)
    transfer.mutate({ from, amount: entered })
  }
  const change = () => {
    key.current = undefined
    setProblem(undefined)
  }
  return (
    <Stack gap="sm" component="section" aria-label="Credits">
      {credits.isError && (
        <FailedList
          title="Credits could not be loaded"
          error={credits.error}
          onRetry={() => credits.refetch()}
        />
      )}
      <Group gap="xl">
        <Amount label={name} amount={credits.data?.balance} />
        <Amount label="Workspace" amount={left} />
      </Group>
      {props.mayTransfer && (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <SegmentedControl
              aria-label="Direction"
              fullWidth
              value={from}
              data={[
                { value: 'workspace', label: 'To the organization' },
                { value: 'organisation', label: 'To the workspace' },
              ]}
              onChange={(value) => {
                change()
                setFrom(value === 'organisation' ? 'organisation' : 'workspace')
              }}
            />
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <NumberInput
                flex={1}
                aria-label="Amount of credits"
                placeholder="Amount of credits"
                hideControls
                allowNegative={false}
                decimalScale={3}
                thousandSeparator=","
                value={amount}
                error={problem}
                onChange={(value) => {
                  change()
                  setAmount(value)
                }}
              />
              <Button type="submit" variant="default" loading={transfer.isPending}>
                Transfer
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {credits.data && credits.data.items.length > 0 && (
        <ul className={styles.transfers} aria-label="Transfers">
          {credits.data.items.map(({ id, at, amount: moved }) => (
            <li key={id}>
              <Text component="span">{moved > 0 ? 'From the workspace' : 'To the workspace'}</Text>
              <Text component="span" c="dimmed" ml="auto">
                <Moment at={at} />
              </Text>
              <Text component="span" fw={500} className="tabular">
                {moved > 0 ? '+' : '−'}
                {creditsOf(Math.abs(moved))}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Amount(props: { label: string; amount: number | undefined }) {
  return (
    <div>
      <Text c="dimmed" size="sm">
        <bdi>{props.label}</bdi>
      </Text>
      <Text fw={700} fz={20} className="tabular">
        {props.amount === undefined ? '–' : creditsOf(props.amount)}
      </Text>
    </div>
  )
}

export const creditsOf = (credits: number) => credits.toLocaleString(undefined, { maximumFractionDigits: 3 })
