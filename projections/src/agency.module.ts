/** The read models of agencies. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { agenciesProjection } from './agencies/agencies.projection.ts'
import { agencyQueries } from './agencies/agencies.queries.ts'
import { agencyDomainsProjection } from './agency-domains/agency-domains.projection.ts'
import { type AgencyDomainsDeps, agencyDomainsQueries } from './agency-domains/agency-domains.queries.ts'
import { agencyHomeQueries } from './agency-home/agency-home.queries.ts'
import { agentAnswersProjection } from './agency-home/agent-answers.projection.ts'
import { agentHoldersProjection } from './agency-home/agent-holders.projection.ts'
import { clientAgentsProjection } from './agency-home/client-agents.projection.ts'
import { clientsWithAgent } from './agency-home/holding-organisations.ts'
import { organisationSummariesProjection } from './agency-home/organisation-summaries.projection.ts'
import { organisationsOfAgents } from './agency-home/organisations-of-agents.ts'
import { bouncesProjection } from './bounces/bounces.projection.ts'
import { bouncesQueries } from './bounces/bounces.queries.ts'
import { emailDomainsProjection } from './email-domains/email-domains.projection.ts'
import { emailDomainsQueries } from './email-domains/email-domains.queries.ts'

type Needs = { domains: Pick<AgencyDomainsDeps, 'rootDomain'> }

export const agencyReadModels = defineModule({
  name: 'agency read models',
  projections: [
    agenciesProjection,
    agencyDomainsProjection,
    emailDomainsProjection,
    bouncesProjection,
    organisationSummariesProjection,
    agentHoldersProjection,
    clientAgentsProjection,
    agentAnswersProjection,
  ],
  start({ reader, ports }: ModuleScope<Needs>) {
    const organisations = organisationsOfAgents(reader)
    return {
      handlers: {
        ...agencyQueries({ reader }),
        ...agencyDomainsQueries({ reader, rootDomain: ports.domains.rootDomain }),
        ...emailDomainsQueries(reader),
        ...bouncesQueries(reader),
        ...agencyHomeQueries({ reader }),
      },
      provides: {
        agentHolders: {
          /** The ids of the clients that have an agent. */
          clientsOf: (tenant: string, agentId: string) => clientsWithAgent(reader, tenant, agentId),
          /** The organisations of an agent: which of them pays, and what they say of handoffs. */
          organisationsOf: organisations.of,
        },
      },
      projected: organisations.projected,
    }
  },
})
