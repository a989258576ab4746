/** What settings of a webhook are refused for, before they are saved. */
import type { WebhookSettings } from '@parley/contracts/integration/webhook.ts'
import { permissionFor } from '@parley/contracts/integration/webhook-catalogue.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { type AddressSettings, createAddressCheck } from '@parley/kernel/outgoing/checked-address.ts'

type Refused = { ok: false; rejection: Rejection } | undefined

/** Whoever can't see the workspace secret, or read an event, must not have it sent to an address of theirs. */
export function refusedContent({ may }: Pick<Call, 'may'>, settings: WebhookSettings): Refused {
  const { sendWorkspaceSecret, subscribedEvents } = settings
  if (sendWorkspaceSecret && !may('workspace.secret.manage'))
    return refuse('not-allowed', 'You may not have the workspace secret sent.', 'sendWorkspaceSecret')
  const hidden = subscribedEvents.filter((type) => !mayReadEvent({ may }, type))
  return hidden.length === 0
    ? undefined
    : refuse('not-allowed', `You may not have ${hidden.join(', ')} sent.`, 'subscribedEvents')
}

export function mayReadEvent({ may }: Pick<Call, 'may'>, type: string): boolean {
  const permission = permissionFor(type)
  return permission !== undefined && may(permission)
}

/** How long an address is resolved before it is saved, in ms. */
const PATIENCE_MS = 3_000

/**
 * Returns what refuses an address that leads into a private network now. One that can't be resolved is accepted: it may be
 * there later, and is checked again whenever something is sent.
 */
export function createAddressRefusal(settings: AddressSettings) {
  const addressesOf = createAddressCheck(settings)
  return async (url: string): Promise<Refused> => {
    const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, PATIENCE_MS, undefined)
    const checked = addressesOf(new URL(url)).catch(() => undefined)
    const found = await Promise.race([checked, tooLate]).finally(() => clearTimeout(timer))
    return found && 'code' in found && found.code === 'address-not-allowed'
      ? refuse('address-not-allowed', found.message, 'url')
      : undefined
  }
}
