/** What faults of the Graph API mean for sending, for setting up and for calls, on each channel of Meta. */
import type { DeliveryFailure } from '@parley/contracts/channel/names.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { SendResult, SetupResult } from '../channel-adapter.ts'
import type { GraphFault } from './graph-api.ts'

/** `failureOf`: why a message was refused. */
export function sendResult(
  fault: GraphFault,
  failureOf: (refused: Extract<GraphFault, { kind: 'refused' }>) => DeliveryFailure,
): SendResult {
  switch (fault.kind) {
    case 'away':
      return { ok: false, final: false, away: true }
    case 'unauthorized':
      return { ok: false, final: false, away: true, channelFailed: 'credentials-refused' }
    case 'account':
      return { ok: false, final: false, away: true, channelFailed: 'refused' }
    case 'patience':
      return { ok: false, final: false, away: false, afterMs: fault.afterMs }
    case 'refused':
      return { ok: false, final: true, reason: failureOf(fault) }
  }
}

export function setupResult(called: { ok: true } | GraphFault): SetupResult {
  if (called.ok) return { ok: true }
  switch (called.kind) {
    case 'away':
      return { ok: false, final: false }
    case 'unauthorized':
      return { ok: false, final: true, reason: 'credentials-refused', description: called.description }
    case 'patience':
      return { ok: false, final: false, afterMs: called.afterMs }
    case 'account':
    case 'refused':
      return { ok: false, final: true, reason: 'refused', description: called.description }
  }
}

/** How a call is refused that asks Meta for something. `otherwise`: what people read where Meta does not say why. */
export function refusalOfFault(fault: GraphFault, otherwise: string) {
  switch (fault.kind) {
    case 'away':
      return refuse('unavailable', 'Meta could not be reached. Please try again later.')
    case 'patience':
      return refuse('unavailable', 'Meta asks for patience. Please try again later.')
    case 'unauthorized':
    case 'account':
    case 'refused':
      return refuse('provider-refused', fault.description || otherwise)
  }
}
