/** The website preview: the page of a website, on which an agent is shown. Keeps nothing of its own. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { rememberWebsites } from '@parley/kernel/outgoing/remembered-websites.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { readWebsite, type WebsitePreview } from './read-website.ts'

type Needs = { websites: { userAgent(): string } }
type Settings = { ALLOW_PRIVATE_ADDRESSES: AllowedAddresses }

export type Provides = {
  websitePreviews: {
    /** The page at an address, read for a tenant and remembered for ten minutes. */
    of(tenant: string, website: string): Promise<WebsitePreview>
  }
}

export const prototypeModule = defineModule({
  name: 'prototype',

  start({ config, ports, closing }: ModuleScope<Needs, Settings>) {
    const fetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    const websitePreviews = rememberWebsites((_tenant, website) =>
      readWebsite(fetch, website, { userAgent: ports.websites.userAgent(), signal: closing }),
    )
    return { provides: { websitePreviews } satisfies Provides }
  },
})
