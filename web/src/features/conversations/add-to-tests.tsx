import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconHistory, IconListCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MenuItemLink } from '../../design/links.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'

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
    onSuccess: () => noticeSuccess('Added to tests. Describe there what a good answer contains.'),
    onError: (error) => noticeFailure(`Could not be added to tests: ${messageOf(error)}`),
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

/** Leads to the dialog that replays the conversation. */
export function ReplayConversation(props: { conversationId: string }) {
  return (
    <MenuItemLink
      to="/app/$region/agents/$agentId/tests"
      params={useAgentPlace()}
      search={{ replay: props.conversationId }}
      leftSection={<IconHistory size={16} />}
    >
      Replay…
    </MenuItemLink>
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
