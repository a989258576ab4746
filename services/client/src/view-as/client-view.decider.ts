/**
 * A session in which one of the agency's team views as a client. Stream `clientview-<id>`; the tenant is the agency's
 * workspace. It can't be renewed.
 */
import { type ClientViewEvent, clientViewEvents } from '@parley/contracts/client/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export const CLIENT_VIEW_LIFETIME_MS = 30 * 60_000

export type ClientView = {
  clientId: string
  viewerId: string
  viewerSessionId: string
  tokenHash: string
  /** The agency's domain at which alone it is valid; the product's own hosts without one. */
  host?: string
  expiresAt: number
  ended: boolean
}

export type ClientViewCommand =
  | {
      type: 'StartClientView'
      viewId: string
      clientId: string
      viewerId: string
      viewerSessionId: string
      tokenHash: string
      host?: string
    }
  | { type: 'EndClientView'; viewId: string; viewerId: string }

/** Refuses with `conflict` and `not-found`. */
export const clientView: Aggregate<ClientView | undefined, ClientViewCommand, ClientViewEvent> = {
  category: 'clientview',
  events: clientViewEvents,
  decider: {
    initialState: undefined,
    evolve(state, event) {
      if (event.type === 'ClientViewEnded') return state && { ...state, ended: true }
      const { clientId, viewerId, viewerSessionId, tokenHash, host, expiresAt } = event.data
      const view = { clientId, viewerId, viewerSessionId, tokenHash, expiresAt, ended: false }
      return host === undefined ? view : { ...view, host }
    },
    decide(command, state, now) {
      if (command.type === 'StartClientView') {
        if (state) return refuse('conflict', 'This view exists already.')
        const { type: _, ...started } = command
        const startedAt = now.getTime()
        return accept({
          type: 'ClientViewStarted',
          data: { ...started, startedAt, expiresAt: startedAt + CLIENT_VIEW_LIFETIME_MS },
        })
      }
      if (state?.viewerId !== command.viewerId) return refuse('not-found', 'Not found.')
      if (state.ended) return accept()
      return accept({ type: 'ClientViewEnded', data: { viewId: command.viewId, clientId: state.clientId } })
    },
  },
}
