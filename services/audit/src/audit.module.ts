/** The audit: past states of streams, proofs, anchors and the export. */
import { auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { afterMidnight } from '@parley/kernel/running/regular-work.ts'
import { anchorYesterday } from './anchors.ts'
import { type AuditDeps, auditHandlers } from './audit.handlers.ts'

type Needs = { auditTrail: Pick<AuditDeps, 'describe' | 'namesIn'> }

/** `aggregates`: the kinds of streams of all contexts, by category. */
export const auditModule = (aggregates: AuditDeps['aggregates']) =>
  defineModule({
    name: 'audit',
    endpoints: auditEndpoints,

    start({ engines, ports }: ModuleScope<Needs>) {
      const { eventStore, state, keyring } = engines
      const anchors = { eventStore, state }
      return {
        handlers: auditHandlers({
          eventStore,
          keyring,
          aggregates,
          anchors,
          describe: ports.auditTrail.describe,
          namesIn: ports.auditTrail.namesIn,
        }),
        jobs: { anchors: { next: afterMidnight, work: (signal) => anchorYesterday(anchors, signal) } },
      }
    },
  })
