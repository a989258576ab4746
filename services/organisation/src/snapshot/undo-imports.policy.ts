/**
 * Removes what an import made: its clients, the conversations and leads of its agents with their keys, these agents with
 * their knowledge, and its organisation. What could not be removed is recorded with the reason, and tried again when a person asks for it.
 */

import { organisationSnapshotEvents } from '@parley/contracts/organisation/snapshot/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { organisation } from '../organisation.decider.ts'
import { importOf, madeIn, organisationSnapshots, unexpected } from './snapshots.decider.ts'

type Context = CommandContext & { tenant: string }
type Outcome = { ok: true } | { ok: false; rejection: Rejection }

export type UndoDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** Does nothing for one that was deleted already, like the next. */
  deleteClient(clientId: string, context: Context): Promise<Outcome>
  deleteAgent(agentId: string, context: Context): Promise<Outcome>
  /** Erases all conversations and leads of an agent. */
  eraseHistory(tenant: string, agentId: string, context: Context): Promise<void>
  clientsIn(tenant: string, organisationId: string): Promise<number>
  /** Undefined for one that does not exist any more. */
  titleOf(tenant: string, agentId: string): Promise<string | undefined>
}

export const ofAgents = /^agents\/\d+$/
export const ofClients = /^clients\/\d+$/

const failed: Outcome = refuse('unexpected', unexpected)
const name = 'undo-organisation-imports'
const events = pick(organisationSnapshotEvents, 'OrganisationImportUndoStarted')

export function undoImports(deps: UndoDeps): Policy<typeof events> {
  const { handle, load, refresh } = deps

  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event, attempt) {
      const { tenant } = event
      const { importId } = event.data
      const contextOf = (step: string): Context => atStep(reactingTo(event, name), step)
      await refresh(organisationSnapshots.category, tenant)
      const state = (await load(organisationSnapshots, tenant, tenant))?.state
      const known = state && importOf(state, importId)
      if (known?.undo !== 'started') return
      const problems: string[] = []
      /** Whether it was removed; `what` is named in its problem. */
      const removed = async (what: string, act: () => Promise<Outcome>): Promise<boolean> => {
        const outcome = await attempt.step(act, failed)
        if (!outcome.ok) problems.push(`${what}: ${outcome.rejection.message}`)
        return outcome.ok
      }
      for (const [nth, clientId] of madeIn(known, ofClients).entries())
        await removed(`Client ${nth + 1} of the import`, () =>
          deps.deleteClient(clientId, contextOf(clientId)),
        )
      for (const [nth, agentId] of madeIn(known, ofAgents).entries()) {
        const title = await attempt.step(() => deps.titleOf(tenant, agentId), undefined)
        await removed(title || `Agent ${nth + 1} of the import`, async () => {
          await deps.eraseHistory(tenant, agentId, contextOf(`${agentId}/history`))
          return deps.deleteAgent(agentId, contextOf(agentId))
        })
      }
      const organisationKept = !(await removed(known.name, () =>
        deleteOrganisation(known.finished?.organisationId, contextOf('organisation')),
      ))
      const command = { type: 'FinishUndo', importId, organisationKept, problems } as const
      const recorded = await handle(organisationSnapshots, tenant, command, contextOf('finished'))
      if (!recorded.ok) throw new Error(recorded.rejection.code)
    },
  })

  /** Does nothing if there is no such organisation any more. */
  async function deleteOrganisation(organisationId: string | undefined, context: Context): Promise<Outcome> {
    const { tenant } = context
    if (organisationId === undefined) return { ok: true }
    if ((await load(organisation, organisationId, tenant))?.state.status !== 'live') return { ok: true }
    const clients = await deps.clientsIn(tenant, organisationId)
    const command = { type: 'DeleteOrganisation', organisationId, clients } as const
    return handle(organisation, organisationId, command, context)
  }
}
