import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { titleOf } from '@parley/contracts/evaluation/names.ts'
import { IconBook2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { suggestionsQuery } from '../../server/tests.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { plural } from '../../shell/test-panel/test-words.ts'

/** Offers the questions that headings of the knowledge answer. All are chosen at first. */
export function SuggestionsDrawer(props: { onClose: () => void }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const suggested = useQuery(suggestionsQuery(place))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const items = suggested.data ?? []
  const chosen = items.filter((item) => !left.has(titleOf(item)))
  const add = useMutation({
    mutationFn: async () => {
      const body = { format: 'json', text: JSON.stringify(chosen), origin: 'knowledge' } as const
      return client.call('testCases.import', { params: place, body })
    },
    onSuccess: async ({ added }) => {
      await queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] })
      noticeSuccess(`${plural(added, 'test was', 'tests were')} added`)
      props.onClose()
    },
  })
  return (
    <FramedDrawer onClose={props.onClose} title="Suggested tests">
      <Stack gap="md">
        <Text c="dimmed">
          Questions that headings of the knowledge answer. Each expects an answer from its source; say more
          precisely what it must mention afterwards.
        </Text>
        {suggested.isPending && <LoadingRows rows={5} height={40} />}
        {suggested.isError && (
          <FailedList
            title="The suggestions could not be loaded"
            error={suggested.error}
            onRetry={() => suggested.refetch()}
          />
        )}
        {suggested.data?.length === 0 && (
          <EmptyList
            icon={<IconBook2 size={24} />}
            title="Nothing to suggest"
            explanation="Every heading in the knowledge base already has a test, or there are no headings."
          />
        )}
        {items.map((item) => {
          const title = titleOf(item)
          return (
            <Checkbox
              key={title}
              label={title}
              description={item.lines[0]?.expects.source}
              checked={!left.has(title)}
              onChange={(event) => {
                const after = new Set(left)
                if (event.currentTarget.checked) after.delete(title)
                else after.add(title)
                setLeft(after)
              }}
            />
          )
        })}
        {add.error && <ProblemAlert>{messageOf(add.error)}</ProblemAlert>}
        {items.length > 0 && (
          <DrawerFooter>
            <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
              Add {plural(chosen.length, 'test')}
            </Button>
          </DrawerFooter>
        )}
      </Stack>
    </FramedDrawer>
  )
}
