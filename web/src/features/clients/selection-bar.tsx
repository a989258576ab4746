import { ActionIcon, Alert, Button, type ButtonProps, Group, List, Paper, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeSuccess, noticeWarning } from '../../design/notices/notices.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import styles from './clients.module.css'
import { type Outcome, runEach } from './run-each.ts'

type Item = { ID: string; name: string }

/** What is done with each of the selected, one after the other. */
export type BulkAction<Of> = {
  /** Says what was done with how many, such as `2 clients moved to Brew`. */
  done: (many: string) => string
  work: (one: Of) => Promise<unknown>
  /** Reverts it for one, given as it was before; absent where that is impossible. */
  undo?: (one: Of) => Promise<unknown>
}

/** What a selection consists of, such as `client` and `clients`. */
type Kind = { one: string; many: string }

/** `2 clients`. */
export const numberOf = ({ one, many }: Kind, number: number) =>
  number === 1 ? `1 ${one}` : `${count(number)} ${many}`

/** At most so many rows are loaded in order to be selected. */
const MOST_SELECTED = 500

type Pages<Of> = {
  data: { pages: { items: Of[] }[] } | undefined
  hasNextPage: boolean
  fetchNextPage: () => Promise<Pages<Of>>
}

/**
 * The selected rows of a list, and what can be done with all of them. Those that could not be changed stay selected, each
 * with its reason. `onChanged` reloads what shows them.
 */
export function useSelection<Of extends Item>(
  kind: Kind,
  list: Pages<Of>,
  onChanged: () => Promise<unknown>,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<Outcome<Of>[]>([])
  const select = (chosen: readonly string[]) => setIds(new Set(chosen))
  const chosen = itemsOf(list).filter(({ ID }) => ids.has(ID))
  const acting = useMutation({
    mutationFn: ({ items, action }: { items: readonly Of[]; action: BulkAction<Of> }) =>
      runEach(items, action.work),
    onSuccess: async (outcomes, { action }) => {
      const refused = outcomes.filter(({ problem }) => problem !== undefined)
      const changed = outcomes.flatMap(({ item, problem }) => (problem === undefined ? [item] : []))
      setFailed(refused)
      select(refused.map(({ item }) => item.ID))
      if (changed.length > 0) say(changed, action)
      await onChanged()
    },
  })
  function say(changed: Of[], { done, undo }: BulkAction<Of>) {
    const words = done(numberOf(kind, changed.length))
    if (!undo) return noticeSuccess(words)
    const back: BulkAction<Of> = { done: (many) => `${many} as before`, work: undo }
    noticeWithUndo(words, () => acting.mutate({ items: changed, action: back }))
  }
  const selectingAll = useMutation({
    mutationFn: async () => {
      let all = list
      while (all.hasNextPage && itemsOf(all).length < MOST_SELECTED) all = await all.fetchNextPage()
      return all
    },
    onSuccess: (all) => {
      select(itemsOf(all).map(({ ID }) => ID))
      if (all.hasNextPage)
        noticeWarning(
          `The first ${count(itemsOf(all).length)} are selected. Search or filter the list for the others.`,
        )
    },
  })
  return {
    kind,
    ids,
    chosen,
    select,
    failed: failed.filter(({ item }) => ids.has(item.ID)),
    act: (action: BulkAction<Of>, onDone?: () => void) =>
      acting.mutate({ items: chosen, action }, { ...(onDone && { onSettled: onDone }) }),
    pending: acting.isPending,
    /** Selects all that match, loaded or not; undefined where all are loaded. */
    selectAll: list.hasNextPage ? () => selectingAll.mutate() : undefined,
    selectingAll: selectingAll.isPending,
  }
}
export type Selection<Of extends Item> = ReturnType<typeof useSelection<Of>>

const itemsOf = <Of,>({ data }: Pages<Of>): Of[] => data?.pages.flatMap(({ items }) => items) ?? []

/** A bar at the foot of a list with what can be done with the selected rows. */
export function SelectionBar<Of extends Item>(props: { selection: Selection<Of>; children: ReactNode }) {
  const { kind, chosen, failed, pending, select, selectAll, selectingAll } = props.selection
  return (
    <Paper
      className={styles.bar}
      shadow="md"
      withBorder
      p="xs"
      role="toolbar"
      aria-label={`Selected ${kind.many}`}
      data-part="bulk-bar"
    >
      {failed.length > 0 && (
        <Alert color="red" mb="xs" title={`${numberOf(kind, failed.length)} could not be changed`}>
          <List size="sm" mah={160} style={{ overflowY: 'auto' }}>
            {failed.map(({ item, problem }) => (
              <List.Item key={item.ID}>
                <bdi>{item.name}</bdi>: {problem}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap={6} justify="center">
        <Text fw={500} px="xs" role="status">
          {pending ? 'Working…' : `${count(chosen.length)} selected`}
        </Text>
        {selectAll && (
          <Button size="compact-md" variant="subtle" onClick={selectAll} loading={selectingAll}>
            Select all that match
          </Button>
        )}
        {props.children}
        <ActionIcon variant="subtle" color="gray" aria-label="Clear selection" onClick={() => select([])}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
    </Paper>
  )
}

/** How the buttons of the bar look. */
export const toolbarButton = { size: 'compact-md', variant: 'subtle', color: 'gray' } satisfies ButtonProps

/** Exports what is selected; a longer selection than fits an address is exported by filters instead. */
export function ExportSelected<Of extends Item>(props: {
  selection: Selection<Of>
  urlOf: (ids: string) => string
  icon: ReactNode
}) {
  const ids = props.selection.chosen.map(({ ID }) => ID).join()
  if (ids.length > MOST_IN_ADDRESS)
    return (
      <Button
        {...toolbarButton}
        leftSection={props.icon}
        disabled
        title="Too many are selected for one export. Filter the list and use Export CSV above it."
      >
        Export
      </Button>
    )
  return (
    <Button {...toolbarButton} leftSection={props.icon} component="a" href={props.urlOf(ids)} download>
      Export
    </Button>
  )
}

/** As `chosenIds` of the contracts allows. */
const MOST_IN_ADDRESS = 8_000

/** Asks before what is selected is deleted. `consequence`: what that means, after the names. */
export function DeleteSelected<Of extends Item>(props: {
  selection: Selection<Of>
  consequence: string
  onDelete: () => void
  onClose: () => void
}) {
  const { kind, chosen, pending } = props.selection
  const what = numberOf(kind, chosen.length)
  return (
    <AskBefore
      title={`Delete ${what}?`}
      act={`Delete ${what}`}
      pending={pending}
      onAct={props.onDelete}
      onClose={props.onClose}
    >
      {chosen
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}
      {chosen.length > 3 && ` and ${count(chosen.length - 3)} more`}
      {props.consequence}
    </AskBefore>
  )
}
