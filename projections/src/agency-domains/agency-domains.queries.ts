import type { AgencyDomainsView, domainEndpoints } from '@parley/contracts/agency/domain-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type AgencyDomainsDocument, agencyDomainsProjection } from './agency-domains.projection.ts'

export type AgencyDomainsDeps = {
  reader: Reader
  /** The domain below which agencies have subdomains; empty if there are none. */
  rootDomain(): string
}

export function agencyDomainsQueries({
  reader,
  rootDomain,
}: AgencyDomainsDeps): Pick<Handlers<typeof domainEndpoints>, 'domains.get'> {
  return {
    async 'domains.get'({ tenant }) {
      const found = await reader.get(agencyDomainsProjection, tenant, tenant)
      return reply(viewOf(found ?? {}, rootDomain()))
    },
  }
}

function viewOf({ vgSubdomain, customDomain }: AgencyDomainsDocument, rootDomain: string): AgencyDomainsView {
  const proof = customDomain?.records.find(({ type }) => type === 'TXT')
  return {
    rootDomain,
    VGsubDomain: vgSubdomain?.domain ?? '',
    isVerifiedSubDomain: vgSubdomain?.isVerified ?? false,
    customDomain: customDomain?.domain ?? '',
    isVerifiedCustomDomain: customDomain?.isVerified ?? false,
    ...(proof && {
      customDomainConfig: { type: proof.type, domain: proof.host, name: proof.name, value: proof.value },
    }),
    ...(vgSubdomain && { subdomain: shown(vgSubdomain) }),
    ...(customDomain && { custom: shown(customDomain) }),
  }
}

function shown({ claimId: _, ...view }: NonNullable<AgencyDomainsDocument['customDomain']>) {
  return view
}
