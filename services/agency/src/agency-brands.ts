/** What strangers see of an agency, for the pages and mails that its clients meet. */
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { agency } from './agency.decider.ts'
import type { Entitlement } from './white-label/entitlement.ts'

export function agencyBrands(deps: {
  region: Region
  load: CommandHandler['load']
  cleanCss(css: string, tenant: string): string
  poweredBy: Entitlement['poweredBy']
}): (agencyId: string) => Promise<AgencyBrand | undefined> {
  const { region, load, cleanCss } = deps
  /** Cleaned once for as long as the settings in memory are the same. */
  const cleaned = new WeakMap<AgencySettings, string>()

  return async (agencyId) => {
    const state = (await load(agency, agencyId, agencyId))?.state
    if (state?.status !== 'live') return undefined
    const { customTabs: _, USDPerToken: _price, settings, ...shown } = state.settings
    const { disablePasswordLogin, enableClientSignup } = settings
    const customCSS = cleaned.get(state.settings) ?? cleanCss(shown.customCSS, agencyId)
    cleaned.set(state.settings, customCSS)
    const { line } = await deps.poweredBy(agencyId)
    return {
      ...{ ...shown, settings: { disablePasswordLogin, enableClientSignup }, customCSS, region, agencyId },
      ...(line && { poweredBy: line }),
    }
  }
}
