/**
 * Continue With Meta at domains of agencies. Meta sends people back to the address of the product alone, so the way leads over a
 * page there, which asks whether an account at Meta is to be connected with that domain, and goes on with a state that counts
 * for this one browser. What Meta answers goes back to the domain sealed: a server at the domain can't read the code, and only
 * the workspace, agent, session and domain that began can use it (`meta-grants.ts`).
 */
import { createHash } from 'node:crypto'
import { CONNECTED_PATH } from '@parley/contracts/integration/credential-names.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'
import { seal, unseal } from './sealed.ts'

/** Where somebody began: `state` opens for their session alone, `dialog` is Meta's, without a state. */
export type BegunAtDomain = { domain: string; workspaceId: string; state: string; dialog: string }

export type MetaAtDomains = {
  /** The page of the product to send a person to. */
  addressFor(begun: BegunAtDomain): string
  begunIn(ticket: string): BegunAtDomain | undefined
  /** Meta's dialog, for a browser that holds this secret. */
  dialogFor(begun: BegunAtDomain, browser: string): string
  isState(state: string): boolean
  /** Who began, if this browser was led to Meta by it. */
  returned(state: string, browser: string | undefined): BegunAtDomain | undefined
  /** The address at the domain, with what Meta answered. */
  backTo(begun: BegunAtDomain, answer: URLSearchParams): string
  /** What Meta answered, of what came back to a domain; of others, what they are. */
  answerIn(answer: URLSearchParams): URLSearchParams
}

export const META_CONFIRM_PATH = '/app/connect/meta'
/** Names of the query of what goes back to a domain. */
const SEALED = 'sealed'
const LIFETIME_SECONDS = 600
/** Between two redirects of one browser. */
const ON_THE_WAY_MS = 60_000
const STATE_PREFIX = 'ms1.'
const passedOn = ['code', 'error', 'error_message', 'error_description'] as const
const MOST_CHARACTERS = 3_000

const begunSchema = z.object({
  domain: z.string().max(255),
  workspaceId: z.string(),
  state: z.string(),
  dialog: z.url(),
})
const sealedSchema = z.object({ answer: z.string(), until: z.number() })

export function metaAtDomains(masterKey: Buffer, publicUrl: string, now = Date.now): MetaAtDomains {
  const key = derivedKey(masterKey, 'meta answer')
  const tickets = createTokenSigner({
    ...{ masterKey, purpose: 'meta at a domain', prefix: 'mt1.', lifetimeSeconds: LIFETIME_SECONDS },
    read: (said) => begunSchema.safeParse(said).data,
  })
  const states = createTokenSigner({
    ...{ masterKey, purpose: 'meta in a browser', prefix: STATE_PREFIX, lifetimeSeconds: LIFETIME_SECONDS },
    read: (said) => begunSchema.extend({ browser: z.string() }).safeParse(said).data,
  })
  return {
    addressFor: (begun) =>
      `${publicUrl}${META_CONFIRM_PATH}?${new URLSearchParams({ ticket: tickets.issue(begun) })}`,
    begunIn: (ticket) => tickets.verify(ticket),
    dialogFor(begun, browser) {
      const address = new URL(begun.dialog)
      // The dialog need not come back with it.
      const state = states.issue({ ...begun, dialog: address.origin, browser: hashOf(browser) })
      address.searchParams.set('state', state)
      return address.href
    },
    isState: (state) => state.startsWith(STATE_PREFIX),
    returned(state, browser) {
      const claims = states.verify(state)
      if (!claims || browser === undefined || claims.browser !== hashOf(browser)) return undefined
      return claims
    },
    backTo({ domain, state }, answer) {
      const said = new URLSearchParams()
      for (const name of passedOn) {
        const value = answer.get(name)
        if (value !== null) said.set(name, value.slice(0, MOST_CHARACTERS))
      }
      const text = JSON.stringify({ answer: said.toString(), until: now() + ON_THE_WAY_MS })
      const sealed = seal(key, text, Buffer.from(state))
      return `https://${domain}${CONNECTED_PATH}?${new URLSearchParams({ state, [SEALED]: sealed })}`
    },
    answerIn(answer) {
      const sealed = answer.get(SEALED)
      const state = answer.get('state')
      if (sealed === null || state === null) return answer
      const said = unseal(key, sealed, Buffer.from(state))
      const read = said === undefined ? undefined : sealedSchema.parse(JSON.parse(said))
      if (!read || read.until < now()) return new URLSearchParams()
      const opened = new URLSearchParams(read.answer)
      opened.set('state', state)
      return opened
    },
  }
}

function hashOf(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url')
}
