/** White label: whether a workspace has it, and its trial, which ends by itself. */
import type { WhiteLabelMode } from '@parley/contracts/agency/white-label.ts'
import { whiteLabelEndpoints } from '@parley/contracts/agency/white-label-endpoints.ts'
import { type WhiteLabelTrialInput, whiteLabelEvents } from '@parley/contracts/agency/white-label-events.ts'
import { NOTIFICATIONS } from '@parley/contracts/topics.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import {
  aggregateOf,
  type RunningProcess,
  runProcess,
} from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type Entitlement, entitlement } from './entitlement.ts'
import { whiteLabel } from './white-label.decider.ts'
import { whiteLabelHandlers } from './white-label.handlers.ts'
import { whiteLabelTrialProcess } from './white-label-trial.process.ts'

type Needs = { product: { name(): string } }
type Settings = { publicUrl: string; WHITE_LABEL: WhiteLabelMode }
type Provides = { whiteLabel: Entitlement }

export const whiteLabelModule = defineModule({
  name: 'white label',
  endpoints: whiteLabelEndpoints,
  aggregates: [whiteLabel, aggregateOf(whiteLabelTrialProcess)],
  audited: whiteLabelEvents,
  relays: [{ events: pick(whiteLabelEvents, 'WhiteLabelTrialEndsSoon'), topics: [NOTIFICATIONS] }],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const mode = config.WHITE_LABEL
    const entitled = entitlement({
      mode,
      commands: { load, refresh },
      product: { name: ports.product.name(), address: config.publicUrl },
    })
    const running: RunningProcess<WhiteLabelTrialInput> = runProcess(whiteLabelTrialProcess, {
      handle,
      load,
      deadlines: createDeadlines(engines.state),

      async carryOut({ type }, context) {
        const handled = await handle(whiteLabel, context.tenant, { type }, context)
        if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
      },

      perform: async (effect) => effect,
    })
    return {
      handlers: whiteLabelHandlers({ mode, handle, entitlement: entitled }),
      policies: [
        running.policy,
        definePolicy({
          name: 'end-white-label-trials',
          startFrom: 'origin',
          events: pick(whiteLabelEvents, 'WhiteLabelTrialStarted'),
          async react({ id, tenant, data: { endsAt } }) {
            await running.take({ tenant, instance: tenant }, { type: 'TrialStarted', endsAt }, id)
          },
        }),
        definePolicy({
          name: 'forget-white-label-trials',
          startFrom: 'origin',
          events: pick(workspaceEvents, 'WorkspaceDeleted'),
          async react({ id, tenant }) {
            await running.take({ tenant, instance: tenant }, { type: 'WorkspaceDeleted' }, id)
          },
        }),
      ],
      deadlines: [running.deadlineWork],
      provides: { whiteLabel: entitled } satisfies Provides,
    }
  },
})
