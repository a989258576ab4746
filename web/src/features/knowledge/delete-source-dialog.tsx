import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { knowledgeKey } from './queries.ts'

/** Asks, naming what goes. */
export function DeleteSourceDialog(props: {
  place: AgentPlace
  source: { sourceId: string; name: string }
  onClose: () => void
  onDeleted: () => void
}) {
  const { sourceId, name } = props.source
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.call('knowledge.delete', { params: { ...props.place, sourceId } }),
    onSuccess: async () => {
      props.onDeleted()
      noticeSuccess(`${name} was deleted`)
      await queryClient.invalidateQueries({ queryKey: [...knowledgeKey(props.place), 'list'] })
      props.onClose()
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <Modal opened onClose={props.onClose} title={`Delete ${name}?`}>
      <Text>The agent no longer answers from it, at once. This cannot be undone.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={() => remove.mutate()} loading={remove.isPending}>
          Delete
        </Button>
      </Group>
    </Modal>
  )
}
