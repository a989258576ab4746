/** What a channel would be sent for a message, by the rules of the delivery and the adapter of the channel itself. */
import type { DeliveryFailure, SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { SimulatedRequest, WritingAllowance } from '@parley/contracts/channel/simulation-endpoints.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { lateness, outgoingPart } from '../delivery/outgoing-part.ts'
import { partsOf } from '../delivery/parts.ts'
import { recordedAdapter, SIMULATED_CONTACT, simulatedChannel } from './recorded-adapters.ts'

export type SimulatedMessage = { id: string; role: 'agent' | 'human'; blocks: Block[]; ageMs: number }
export type Simulated = { id: string; requests: SimulatedRequest[]; notSent?: DeliveryFailure }

const CONVERSATION = 'simulated'

export async function simulate(
  own: { publicUrl: string; region: string },
  kind: SimulatedKind,
  { id, role, blocks, ageMs }: SimulatedMessage,
): Promise<Simulated> {
  const requests: SimulatedRequest[] = []
  const adapter = recordedAdapter(kind, own, (request) => requests.push(request))
  const { capabilities } = adapter
  const parts = (adapter.partsOf ?? partsOf)(blocks, capabilities.textLength)
  if (!parts) return { id, requests, notSent: 'too-long' }
  const message: MessageView = { id, index: 0, role, blocks, at: new Date(0).toISOString() }
  const { isLate, isClosed } = lateness(capabilities, message, ageMs)
  if (isClosed) return { id, requests, notSent: 'window-closed' }
  const to = { conversationId: CONVERSATION, contactId: SIMULATED_CONTACT, isLate }
  for (const part of parts.keys()) {
    const sent = await adapter.send(simulatedChannel, outgoingPart(to, message, parts, part))
    if (!sent.ok) return { id, requests, notSent: sent.final ? sent.reason : 'refused' }
  }
  return { id, requests }
}

/** Who may write to a contact who wrote so long ago. */
export function allowanceOf(
  own: { publicUrl: string; region: string },
  kind: SimulatedKind,
  ageMs: number,
): { agent: WritingAllowance; person: WritingAllowance } {
  const { capabilities } = recordedAdapter(kind, own, () => undefined)
  return { agent: allowed('agent', capabilities, ageMs), person: allowed('human', capabilities, ageMs) }
}

function allowed(
  role: 'agent' | 'human',
  capabilities: ChannelAdapter['capabilities'],
  ageMs: number,
): WritingAllowance {
  const { isLate, isClosed } = lateness(capabilities, { role, blocks: [] }, ageMs)
  if (!isClosed) return isLate ? 'tagged' : 'free'
  return role === 'human' && capabilities.templates ? 'template' : 'none'
}
