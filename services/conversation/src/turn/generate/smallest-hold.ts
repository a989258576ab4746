/** What an agent's turns hold at least, so that the widget knows before the first message if none can be paid. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { modelFields } from '@parley/contracts/agent/fields/model.ts'
import { DIALOG, isDialog } from '../../dialog/dialog.ts'
import { defaultModelId, type Models } from '../../models/models.ts'
import { hasFlow } from '../../visiting/first-messages.ts'
import type { Credits } from '../charge/credits.ts'
import { shortestReply } from '../charge/reply-hold.ts'
import { BUILT_IN } from './built-in-answerer.ts'

export type SmallestHoldDeps = {
  models: Pick<Models, 'describe'>
  credits: Pick<Credits, 'estimateMaxCost'>
}

/**
 * Returns an amount of credits of which no turn of the agent holds less. A turn may hold more, since its prompt is only
 * known with the message.
 */
export function smallestHold({ models, credits }: SmallestHoldDeps, document: AgentDocument): number {
  const {
    nodes = [],
    vg_defaultModel,
    vg_fallbackModel,
    vg_maxTokens = modelFields.vg_maxTokens.fallback,
  } = document
  if (isDialog(document)) return amountOf(DIALOG, 0)
  const reply = amountOfReply(vg_defaultModel || defaultModelId)
  if (!hasFlow(document)) return reply
  // A turn of a flow may need no model, or only the model of one of its nodes.
  const ofNodes = nodes.flatMap((node) => (node.type === 'ai' && node.modelId ? [node.modelId] : []))
  return Math.min(reply, amountOf(BUILT_IN, 0), ...ofNodes.map(amountOfReply))

  function amountOfReply(modelId: string): number {
    if (!models.describe(modelId).configured) return amountOf(BUILT_IN, 0)
    return amountOf(modelId, shortestReply(vg_maxTokens))
  }

  /** A turn holds for the more expensive model, as the fallback model may stand in. */
  function amountOf(modelId: string, maxTokens: number): number {
    const models = [modelId, ...(vg_fallbackModel ? [vg_fallbackModel] : [])]
    return Math.max(
      ...models.map((modelId) => credits.estimateMaxCost({ modelId, promptTokens: 0, maxTokens })),
    )
  }
}
