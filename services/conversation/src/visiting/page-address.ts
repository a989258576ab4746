/** The address of the page that a visitor is on, as it is kept, shown to the team and told to models. Pure. */

/** What the names of parameters end with that open something, such as a link by which a password is chosen. */
const opensSomething =
  /(?:^|[_.-])(?:token|secret|password|passwd|pwd|jwt|otp|sig|signature|auth|authorization|session|session_?id|sid|credentials?|(?:api|access|secret|private|reset)_?key)$|^(?:code|key)$/

/** Returns the address without user and password, and with `…` for the values of what opens something. */
export function pageAddress(given: string): string {
  return given
    .replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)[^/?#]*@/i, '$1')
    .replace(/([?&;#])([^=&;#?]{1,100})=[^&;#?]+/g, (whole, sign: string, name: string) =>
      opensSomething.test(plainName(name)) ? `${sign}${name}=…` : whole,
    )
}

/** `accessToken` and `access%5Ftoken` as `access_token`. */
function plainName(name: string): string {
  let decoded = name
  try {
    decoded = decodeURIComponent(name)
  } catch {}
  return decoded.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
}
