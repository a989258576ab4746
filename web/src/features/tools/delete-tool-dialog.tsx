import type { ToolView } from '@parley/contracts/integration/tool.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AskBefore } from '../../design/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/places.ts'
import { usedByWords } from '../../shell/used-by.tsx'

/** Asks for confirmation and lists what is deleted. */
export function DeleteToolDialog(props: { tool: ToolView; onClose: () => void; onDeleted: () => void }) {
  const { id, name } = props.tool
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.call('tools.delete', { params: { region, toolId: id } }),
    onSuccess: async () => {
      props.onDeleted()
      noticeSuccess(`${name} was deleted`)
      await queryClient.invalidateQueries({ queryKey: ['tools', region] })
      props.onClose()
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <AskBefore
      title={`Delete ${name}?`}
      act="Delete"
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      {props.tool.agents === 0
        ? 'No published agent uses it.'
        : `${usedByWords(props.tool.agents)}, which will get an error when ${props.tool.agents === 1 ? 'it calls' : 'they call'} it.`}{' '}
      This can’t be undone.
    </AskBefore>
  )
}
