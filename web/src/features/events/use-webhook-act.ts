import type { WebhookView } from '@parley/contracts/integration/webhook.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { webhookName } from './webhook-words.ts'

type Act = 'webhooks.pause' | 'webhooks.resume' | 'webhooks.delete' | 'webhooks.test'

/** An act on a webhook without further words; `said` is the notice after its name. */
export function useWebhookAct(webhook: WebhookView, act: Act, said: string, onDone?: () => void) {
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await client.call(act, { params: { region, webhookId: webhook.webhookId } })
    },
    onSuccess: async () => {
      noticeSuccess(`${webhookName(webhook)} ${said}`)
      onDone?.()
      await queryClient.invalidateQueries({ queryKey: ['webhooks', region] })
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
}
