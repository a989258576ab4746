/** Signs up like people: requests a code, reads it in the mail, and uses it. */

import type { Client } from '@parley/contracts/client.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'

export type NewPerson = { email: string; password: string; displayName: string; region: Region }

/** Who signs up first where it matters to nobody who it is. */
export const adaOf = (region: Region): NewPerson => ({
  email: 'ada@example.com',
  password: 'correct horse',
  displayName: 'Ada',
  region,
})

/** The outbox: the address of a server that shows it, or a function that reads it. */
export type MailSource = string | (() => Promise<Mail[]>)
type Mail = { to: string; subject: string }

export async function signUpAs(client: Client, mails: MailSource, person: NewPerson) {
  const { email } = person
  const before = (await codesMailed(mails, email)).length
  const { requestId } = await client.call('auth.requestSignUp', { body: { email } })
  const code = await mailedCode(mails, email, undefined, before)
  return sessionIn(await client.call('auth.signUp', { body: { ...person, requestId, code } }))
}

/** Signs in with the password to an account that asks for no second step. */
export async function signInAs(client: Client, body: { email: string; password: string }) {
  return sessionIn(await client.call('auth.signIn', { body }))
}

/**
 * The code in the newest mail to an address whose subject contains these words, as soon as there are more than `before`
 * of them.
 */
export async function mailedCode(
  mails: MailSource,
  email: string,
  words?: string,
  before = 0,
): Promise<string> {
  const patience = AbortSignal.timeout(30_000)
  for (;;) {
    patience.throwIfAborted()
    const codes = await codesMailed(mails, email, words)
    if (codes.length > before && codes[0] !== undefined) return codes[0]
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The codes in mails to an address, newest first. */
async function codesMailed(mails: MailSource, email: string, words = 'verification code'): Promise<string[]> {
  const read = typeof mails === 'string' ? () => shownAt(mails) : mails
  return (await read()).flatMap(({ to, subject }) => {
    const [code] = /\b\d{6}\b/.exec(subject) ?? []
    return to === email && subject.includes(words) && code !== undefined ? [code] : []
  })
}

async function shownAt(url: string): Promise<Mail[]> {
  const { items } = await (await fetch(`${url}/dev/mail.json`)).json()
  return items
}
