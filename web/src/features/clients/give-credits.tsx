import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { client } from '../../server/client.ts'
import { balanceQuery } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { creditsOf, INVALID_AMOUNT } from './credit-transfer.tsx'
import { numberOf, type Selection } from './selection-bar.tsx'

/** Transfers the same amount from the workspace to each of the selected organizations; an undo transfers it back. */
export function GiveCredits(props: { selection: Selection<OrganisationView>; onClose: () => void }) {
  const { selection, onClose } = props
  const workspace = useWorkspace()
  const { data: left } = useQuery(balanceQuery(workspace))
  const [amount, setAmount] = useState<number | string>('')
  const [problem, setProblem] = useState<string>()
  // Who presses twice, or again after a lost answer, moves the credits of each organization once.
  const given = useRef(crypto.randomUUID())
  const total = (typeof amount === 'number' ? amount : 0) * selection.chosen.length
  const transfer = (from: 'workspace' | 'organisation', one: OrganisationView, amount: number, act: string) =>
    client.call(
      'organisations.transferCredits',
      {
        params: { region: workspace.region, workspaceId: workspace.workspaceId, organisationId: one.ID },
        body: { from, amount },
      },
      { idempotencyKey: `${act}-${one.ID}` },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!(typeof amount === 'number' && amount > 0)) return setProblem(INVALID_AMOUNT)
    const act = given.current
    selection.act(
      {
        done: (many) => `${creditsOf(amount)} credits given to each of ${many}`,
        work: (one) => transfer('workspace', one, amount, act),
        undo: (one) => transfer('organisation', one, amount, `${act}-back`),
      },
      onClose,
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Give credits to ${numberOf(selection.kind, selection.chosen.length)}`}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <NumberInput
            label="Credits for each"
            description="From the balance of the workspace"
            data-autofocus
            hideControls
            allowNegative={false}
            decimalScale={3}
            thousandSeparator=","
            value={amount}
            error={problem}
            onChange={(value) => {
              setProblem(undefined)
              setAmount(value)
            }}
          />
          <Text size="sm" c="dimmed" className="tabular">
            {creditsOf(total)} credits in all, of {left === undefined ? '–' : creditsOf(left)} in the
            workspace
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={selection.pending}>
              Give credits
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
