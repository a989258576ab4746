/**
 * The client that a person of an OpenID provider is. Stream `clientsubject-<hash>`, which is named by the keyed hash of
 * agency, issuer, client ID there, and the provider's name for the person. The client's own stream has the last word:
 * one that says otherwise, or is gone, gives its place up (`instead`).
 */
import { type ClientSubjectEvent, clientSubjectEvents } from '@parley/contracts/client/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type ClientSubject = { clientId: string } | undefined

export type ClientSubjectCommand = { type: 'LinkClientSubject'; clientId: string; instead?: string }

/** Refuses with `conflict`. */
export const clientSubjectOf: Aggregate<ClientSubject, ClientSubjectCommand, ClientSubjectEvent> = {
  category: 'clientsubject',
  events: clientSubjectEvents,
  decider: {
    initialState: undefined,
    evolve: (_, { data: { clientId } }) => ({ clientId }),
    decide({ clientId, instead }, state) {
      if (state?.clientId === clientId) return accept()
      if (state && state.clientId !== instead) return refuse('conflict', 'Please try again.')
      return accept({ type: 'ClientSubjectLinked', data: { clientId } })
    },
  },
}
