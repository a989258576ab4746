import type { ToolView } from '@parley/contracts/integration/tool.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { usedByWords } from '../../shell/used-by.tsx'

/** Asks for confirmation and lists what is deleted. */
export function DeleteToolDialog(props: { tool: ToolView; onClose: () => void; onDeleted: () => void }) {
  const { id, name } = props.tool
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['tools', region] })
  const undo = useMutation({
    mutationFn: () => client.call('tools.undelete', { params: { region, toolId: id } }),
    onSuccess: async () => {
      await refresh()
      noticeSuccess(`${name} is back`)
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  const remove = useMutation({
    mutationFn: () => client.call('tools.delete', { params: { region, toolId: id } }),
    onSuccess: async () => {
      props.onDeleted()
      noticeWithUndo(`${name} was deleted`, () => undo.mutate())
      await refresh()
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
      You can undo this right afterwards, and by the API for 30 days.
    </AskBefore>
  )
}
