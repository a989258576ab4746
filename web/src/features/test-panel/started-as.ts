import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { ShownChannel } from '../../store/shown-channel.ts'

/** Whether a conversation that was started as on one channel would be another one on the other. */
export function differsBetween(
  agent: AgentDocument | undefined,
  startedAs: ShownChannel,
  shownAs: ShownChannel,
): boolean {
  const hasForm = agent?.enableNodes === true && (agent.nodes ?? []).some(({ type }) => type === 'form')
  return hasForm && (startedAs === 'website') !== (shownAs === 'website')
}
