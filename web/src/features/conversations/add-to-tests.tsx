import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { noticeFailure, noticeSuccess } from '../../design/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** Adds a conversation, or the exchange of one message, to the tests of the agent. */
function useAddToTests(conversationId: string) {
  const place = useAgentPlace()
  return useMutation({
    mutationFn: (messageId: string | undefined) =>
      client.call('testCases.addConversation', {
        params: { ...place, conversationId },
        body: messageId === undefined ? {} : { messageId },
      }),
    onSuccess: () => noticeSuccess('Added to the tests. Say there what a good answer holds.'),
    onError: (error) => noticeFailure(`It was not added to the tests: ${messageOf(error)}`),
  })
}

export function AddConversationToTests(props: { conversationId: string }) {
  const add = useAddToTests(props.conversationId)
  return (
    <Menu.Item leftSection={<IconListCheck size={16} />} onClick={() => add.mutate(undefined)}>
      Add to tests
    </Menu.Item>
  )
}

/** Beside a reply of the agent in the transcript. */
export function AddExchangeToTests(props: { messageId: string }) {
  const add = useAddToTests(route.useSearch().conversation ?? '')
  return (
    <Tooltip label="Add this exchange to the tests">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        aria-label="Add this exchange to the tests"
        loading={add.isPending}
        onClick={() => add.mutate(props.messageId)}
      >
        <IconListCheck size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
