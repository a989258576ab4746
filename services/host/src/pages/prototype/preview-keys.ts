/**
 * Keys of website previews: a member of the team who opens one gets an address with a key, which shows the preview to
 * whoever it is sent to. Without it, strangers could have any website fetched, and shown on this origin.
 */
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/sealing/signed-token.ts'

export type PreviewClaims = { region: Region; agentId: string; website: string }

export const previewDays = 30

export function createPreviewKeys(masterKey: Buffer, now?: () => number): TokenSigner<PreviewClaims> {
  return createTokenSigner<PreviewClaims>({
    masterKey,
    purpose: 'website preview',
    prefix: 'pp1.',
    lifetimeSeconds: previewDays * 86_400,
    read(said) {
      const { region, agentId, website } = Object(said)
      const served = regionSchema.safeParse(region)
      if (!served.success || typeof agentId !== 'string' || typeof website !== 'string') return undefined
      return { region: served.data, agentId, website }
    },
    ...(now ? { now } : {}),
  })
}
