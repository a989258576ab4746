import type { agencyEndpoints } from '@parley/contracts/agency/endpoints.ts'
import type { AgencyView } from '@parley/contracts/agency/settings.ts'
import { type Handlers, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agenciesProjection } from './agencies.projection.ts'

export function agencyQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof agencyEndpoints>, 'agency.get'> {
  return {
    async 'agency.get'(call) {
      const sealed = await reader.get(agenciesProjection, call.tenant, call.tenant)
      if (!sealed) return replyWithTag({}, 0)
      const agency = await opened(reader, call.tenant, sealed)
      const shown = call.may('agency.manage') ? agency : { ...agency, secret: '' }
      return replyWithTag({ agency: shown }, reader.newestIn([sealed]))
    },
  }
}

const ofSettings = ['secret', 'customCSS', 'supportEmail', 'address'] as const
const ofTab = ['htmlContent', 'jsContent', 'iframeUrl', 'desc'] as const

/** Opens all sealed texts of an agency at once. */
async function opened(reader: Reader, tenant: string, agency: AgencyView): Promise<AgencyView> {
  const texts = [
    ...ofSettings.map((name) => agency[name]),
    ...agency.customTabs.flatMap((tab) => ofTab.map((name) => tab[name])),
  ]
  const read = (await reader.open(tenant, texts)).values()
  const next = () => read.next().value ?? ''
  const fields = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, next()])) as Record<Name, string>
  return {
    ...agency,
    ...fields(ofSettings),
    customTabs: agency.customTabs.map((tab) => ({ ...tab, ...fields(ofTab) })),
  }
}
