import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { mediumLabels } from '@parley/contracts/campaign/names.ts'
import { IconMailOff } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { suppressedQuery } from './queries.ts'

const how = {
  word: 'by a message',
  link: 'by the link in a mail',
  person: 'added by your team',
  withdrawn: 'by turning notifications off',
}

/** Who gets no campaign, whatever list they are on. */
export function SuppressedDrawer({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const { region } = workspace
  const queryClient = useQueryClient()
  const manages = useMay()('campaign.manage')
  const list = useInfiniteQuery(suppressedQuery(workspace))
  const items = list.data?.pages.flatMap((page) => page.items)
  const [address, setAddress] = useState('')
  const again = () => queryClient.invalidateQueries({ queryKey: ['suppressed', region] })
  const add = useMutation({
    mutationFn: (wanted: string) => {
      const medium = wanted.includes('@') ? ('email' as const) : ('whatsapp' as const)
      return client.call('campaigns.suppress', { params: { region }, body: { medium, address: wanted } })
    },
    async onSuccess() {
      setAddress('')
      await again()
      noticeSuccess('Added')
    },
  })
  const allow = useMutation({
    mutationFn: (contactKey: string) =>
      client.call('campaigns.unsuppress', { params: { region, contactKey } }),
    async onSuccess() {
      await again()
      noticeSuccess('Allowed again')
    },
    onError: noticeError,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() !== '') add.mutate(address.trim())
  }
  return (
    <FramedDrawer
      title="Opted out"
      kind="Nobody here gets a campaign, whatever list they are on"
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {manages && (
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex="1 1 220px"
              label="E-mail address or phone number"
              placeholder="With country code, such as +49 …"
              maxLength={320}
              error={add.error && messageOf(add.error)}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={add.isPending} disabled={address.trim() === ''}>
              Add
            </Button>
          </Group>
        </form>
      )}
      {list.isPending && <LoadingRows rows={3} />}
      {list.isError && !items && (
        <FailedList title="The list could not be loaded" error={list.error} onRetry={() => list.refetch()} />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={<IconMailOff size={24} />}
          title="Nobody opted out"
          explanation="People opt out by the link in each mail, or by a word such as “stop” in any of 13 languages."
        />
      )}
      {items && items.length > 0 && (
        <Table>
          <Table.Tbody>
            {items.map((one) => (
              <Table.Tr key={one.contactKey}>
                <Table.Td>
                  <Stack gap={0}>
                    <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                      <bdi>{one.address}</bdi>
                    </Text>
                    <Text size="sm" c="dimmed">
                      {mediumLabels[one.medium]}, {how[one.by]}, <Moment at={one.at} />
                    </Text>
                  </Stack>
                </Table.Td>
                {manages && (
                  <Table.Td w={90} ta="end">
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Allow ${one.address}`}
                      onClick={() => allow.mutate(one.contactKey)}
                    >
                      Allow
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {list.hasNextPage && <MoreWhenSeen loading={list.isFetchingNextPage} onMore={list.fetchNextPage} />}
    </FramedDrawer>
  )
}
