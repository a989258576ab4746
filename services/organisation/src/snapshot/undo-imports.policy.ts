/** Removes what an import made: its clients, its agents with their knowledge, and its organisation. */

import { organisationSnapshotEvents } from '@parley/contracts/organisation/snapshot/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { atStep } from '@parley/kernel/command-step.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { organisation } from '../organisation.decider.ts'
import { importOf, madeIn, organisationSnapshots } from './snapshots.decider.ts'

type Context = CommandContext & { tenant: string }
type Outcome = { ok: true } | { ok: false; rejection: Rejection }

export type UndoDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** Does nothing for one that was deleted already, like the next. */
  deleteClient(clientId: string, context: Context): Promise<Outcome>
  deleteAgent(agentId: string, context: Context): Promise<Outcome>
  clientsIn(tenant: string, organisationId: string): Promise<number>
}

export const ofAgents = /^agents\/\d+$/
export const ofClients = /^clients\/\d+$/

const name = 'undo-organisation-imports'
const events = pick(organisationSnapshotEvents, 'OrganisationImportUndoStarted')

export function undoImports(deps: UndoDeps): Policy<typeof events> {
  const { handle, load, refresh } = deps

  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event) {
      const { tenant } = event
      const { importId } = event.data
      const contextOf = (step: string): Context => atStep(reactingTo(event, name), step)
      await refresh(organisationSnapshots.category, tenant)
      const state = (await load(organisationSnapshots, tenant, tenant))?.state
      const known = state && importOf(state, importId)
      if (known?.undo !== 'started') return
      for (const clientId of madeIn(known, ofClients))
        done(await deps.deleteClient(clientId, contextOf(clientId)))
      for (const agentId of madeIn(known, ofAgents)) done(await deps.deleteAgent(agentId, contextOf(agentId)))
      const organisationKept = !(await deleteOrganisation(
        known.finished?.organisationId,
        contextOf('organisation'),
      ))
      const command = { type: 'FinishUndo', importId, organisationKept } as const
      done(await handle(organisationSnapshots, tenant, command, contextOf('finished')))
    },
  })

  /** Whether there is no such organisation any more. */
  async function deleteOrganisation(organisationId: string | undefined, context: Context): Promise<boolean> {
    const { tenant } = context
    if (organisationId === undefined) return true
    if ((await load(organisation, organisationId, tenant))?.state.status !== 'live') return true
    const clients = await deps.clientsIn(tenant, organisationId)
    const command = { type: 'DeleteOrganisation', organisationId, clients } as const
    return (await handle(organisation, organisationId, command, context)).ok
  }
}

function done(outcome: Outcome): void {
  if (!outcome.ok) throw new Error(outcome.rejection.code)
}
