/** The team's calls on leads, for one region. */
import type { leadEndpoints } from '@parley/contracts/conversation/lead-endpoints.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { lead, visitorSubject } from './lead.decider.ts'

export type LeadDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  evict: CommandHandler['evict']
  erase: Keyring['erase']
}

export function leadHandlers(
  deps: LeadDeps,
): Pick<Handlers<typeof leadEndpoints>, 'leads.save' | 'leads.remove'> {
  return {
    async 'leads.save'(call) {
      const { agentId, leadId } = call.params
      const { fields, status: stage, note } = call.body
      const context = await withSubject(deps, leadId, onLead(call.context))
      const handled = await deps.handle(
        lead,
        leadId,
        { type: 'SaveLead', agentId, fields, stage, note },
        context,
      )
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'leads.remove'(call) {
      const { agentId, leadId } = call.params
      const handled = await removeLead(deps, leadId, { agentId, reason: 'person' }, onLead(call.context))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}

/** The context of a command that overwrites what a lead says. */
function onLead(context: CommandContext): CommandContext {
  return overwriting(lead, context, ['LeadCaptured', 'LeadFieldsChanged', 'LeadStatusChanged', 'LeadNoted'])
}

/** Deletes a lead, then erases its key. If the process ends in between, the policy `capture-leads` erases the key. */
export async function removeLead(
  deps: LeadDeps,
  leadId: string,
  { agentId, reason }: { agentId: string; reason: 'person' | 'visitor-erased' },
  context: CommandContext,
) {
  const handled = await deps.handle(lead, leadId, { type: 'DeleteLead', agentId, reason }, context)
  const deleted = handled.ok ? handled.events.find((event) => event.type === 'LeadDeleted') : undefined
  if (deleted?.type === 'LeadDeleted') {
    const subject = visitorSubject(agentId, deleted.data.visitorId)
    await deps.erase({ tenant: context.tenant, subject })
    await deps.evict('lead', leadId)
  }
  return handled
}

async function withSubject(
  { load }: LeadDeps,
  leadId: string,
  context: CommandContext,
): Promise<CommandContext> {
  const state = (await load(lead, leadId, context.tenant))?.state
  if (state?.status !== 'live') return context
  return { ...context, subject: visitorSubject(state.agentId, state.visitorId) }
}
