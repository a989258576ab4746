/**
 * Rate limits for attempts with passwords and codes, and for requests of codes. Counted are the pair of network address
 * and account, and the network address; all unknown devices together are also counted per account, so that using many
 * addresses doesn't allow more guesses. A browser that is known for the account (`known-device.ts`) has a limit of its
 * own, which others can't use up. Accounts that don't exist are counted in the same way.
 */
import { type Rejection, refuseFor } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { addressGroup, type RateLimit, type RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { emailHash } from './credentials.ts'
import type { KnownDevices } from './known-device.ts'

const FIVE_MINUTES = 300
const DAY = 86_400

const TRIES_OF_PAIR = 10
const TRIES_OF_NETWORK = 60
const TRIES_OF_DEVICE = 10
/** Takes ten network addresses to use up, and owners can then still sign in with a code. */
const TRIES_OF_STRANGERS = 100

/**
 * Of codes of an authenticator app, three of a million are valid at a time: whoever knows the password has a chance of
 * one in three thousand per day. Recovery codes are too long to guess and counted apart, so that owners whose limit
 * others have used up can still sign in.
 */
const SECOND_STEPS_OF_PAIR = 10
const SECOND_STEPS_OF_PAIR_A_DAY = 40
const SECOND_STEPS_OF_STRANGERS_A_DAY = 100
const SECOND_STEPS_OF_DEVICE = 10
const SECOND_STEPS_OF_DEVICE_A_DAY = 60

/** Nobody guesses a signature; a company behind one address signs in with two calls a person. */
const PASSKEYS_OF_NETWORK = 300
const OPENID_OF_NETWORK = 300
const TOKENS_OF_NETWORK = 300
/** A page of the dashboard or of its sign-in asks once. */
const BRANDS_OF_NETWORK = 3_000

const CODES_OF_PAIR = 5
const CODES_OF_PAIR_A_DAY = 12
const CODES_OF_NETWORK = 30
const CODES_OF_DEVICE = 5
/**
 * Takes seventeen network addresses to use up. With five attempts per code and six digits, an attacker has a chance of
 * one in a thousand per day.
 */
const CODES_OF_STRANGERS_A_DAY = 200

export type Refused = { ok: false; rejection: Rejection }
type Caller = Pick<Call, 'request'>

export type SignInLimits = {
  /** Called before a password is compared. */
  passwordTried(call: Caller, email: string): Promise<Refused | undefined>
  /**
   * Called before a code is compared. There is no limit for all unknown devices together: a code allows few attempts
   * anyway, and only the requester knows its request.
   */
  codeTried(call: Caller, email: string): Promise<Refused | undefined>
  /** Called before a code of an authenticator app is compared. */
  secondStepTried(call: Caller, email: string): Promise<Refused | undefined>
  /** Called before a recovery code is compared. */
  recoveryCodeTried(call: Caller, email: string): Promise<Refused | undefined>
  /** Called before a challenge is issued for a passkey, and before one is verified: bounds the work alone. */
  passkeyTried(call: Caller): Promise<Refused | undefined>
  /** Called before an OpenID provider is asked: bounds the work alone. */
  openIdTried(call: Caller): Promise<Refused | undefined>
  /** Called before a login token of a client is verified: bounds the work alone. */
  tokenTried(call: Caller): Promise<Refused | undefined>
  /** Called before the secret of an agency is compared. Wrong ones use up no tries of people who sign in from there. */
  secretTried(call: Caller, agencyId: string): Promise<Refused | undefined>
  /** Called before the brand of an agency is read for a page where its clients sign in: bounds the work alone. */
  brandAsked(call: Caller): Promise<Refused | undefined>
  /** Called before a code is mailed. */
  codeAsked(call: Caller, email: string): Promise<Refused | undefined>
}

/** Each returns a refusal with the seconds to wait, or undefined if the call is within the limits. */
export function signInLimits(deps: {
  rateLimits: RateLimits
  devices: KnownDevices
  hashKey: Buffer
}): SignInLimits {
  return {
    passwordTried: (call, email) => take(triesOf(named(call, email), TRIES_OF_STRANGERS)),
    codeTried: (call, email) => take(triesOf(named(call, email))),
    secondStepTried: (call, email) => take(secondStepsOf(named(call, email))),
    recoveryCodeTried: (call, email) => take(recoveriesOf(named(call, email))),
    passkeyTried: ({ request }) =>
      take([within(`passkey/network/${addressGroup(request.address)}`, PASSKEYS_OF_NETWORK)]),
    openIdTried: ({ request }) =>
      take([within(`openid/network/${addressGroup(request.address)}`, OPENID_OF_NETWORK)]),
    tokenTried: ({ request }) =>
      take([within(`token/network/${addressGroup(request.address)}`, TOKENS_OF_NETWORK)]),
    secretTried(call, agencyId) {
      const { account, network } = named(call, `agency admin\n${agencyId}`)
      return take([
        within(`secret/network/${network}`, TRIES_OF_NETWORK),
        within(`secret/pair/${account}/${network}`, TRIES_OF_PAIR),
      ])
    },
    brandAsked: ({ request }) =>
      take([within(`brand/network/${addressGroup(request.address)}`, BRANDS_OF_NETWORK)]),
    codeAsked: (call, email) => take(codesOf(named(call, email))),
  }

  function named({ request }: Caller, email: string): Named {
    const account = emailHash(deps.hashKey, email)
    const deviceId = deps.devices.find(request.device, email)
    return {
      account,
      network: addressGroup(request.address),
      device: deviceId === undefined ? undefined : `${deviceId}/${account}`,
    }
  }

  async function take(limits: RateLimit[]): Promise<Refused | undefined> {
    const taken = await deps.rateLimits.take(limits)
    if (taken.allowed) return undefined
    const message = 'Too many attempts. Please wait a few minutes and try again.'
    return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
  }
}

type Named = { account: string; network: string; device: string | undefined }

function triesOf({ account, network, device }: Named, ofStrangers?: number): RateLimit[] {
  if (device !== undefined) return [within(`try/device/${device}`, TRIES_OF_DEVICE)]
  return [
    within(`try/network/${network}`, TRIES_OF_NETWORK),
    within(`try/pair/${account}/${network}`, TRIES_OF_PAIR),
    ...(ofStrangers === undefined ? [] : [within(`try/account/${account}`, ofStrangers)]),
  ]
}

function codesOf({ account, network, device }: Named): RateLimit[] {
  if (device !== undefined) return [within(`code/device/${device}`, CODES_OF_DEVICE)]
  return [
    within(`code/network/${network}`, CODES_OF_NETWORK),
    within(`code/pair/${account}/${network}`, CODES_OF_PAIR),
    within(`code/pair-day/${account}/${network}`, CODES_OF_PAIR_A_DAY, DAY),
    within(`code/account-day/${account}`, CODES_OF_STRANGERS_A_DAY, DAY),
  ]
}

function secondStepsOf({ account, network, device }: Named): RateLimit[] {
  if (device !== undefined)
    return [
      within(`second/device/${device}`, SECOND_STEPS_OF_DEVICE),
      within(`second/device-day/${device}`, SECOND_STEPS_OF_DEVICE_A_DAY, DAY),
    ]
  return [
    within(`second/pair/${account}/${network}`, SECOND_STEPS_OF_PAIR),
    within(`second/pair-day/${account}/${network}`, SECOND_STEPS_OF_PAIR_A_DAY, DAY),
    within(`second/account-day/${account}`, SECOND_STEPS_OF_STRANGERS_A_DAY, DAY),
  ]
}

function recoveriesOf({ account, network, device }: Named): RateLimit[] {
  return device === undefined
    ? [within(`recovery/pair/${account}/${network}`, SECOND_STEPS_OF_PAIR)]
    : [within(`recovery/device/${device}`, SECOND_STEPS_OF_DEVICE)]
}

function within(key: string, limit: number, windowSeconds = FIVE_MINUTES): RateLimit {
  return { key: `identity/${key}`, limit, windowSeconds }
}
