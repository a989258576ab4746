/** Signing up as people do: asking for a code, reading it in the mail, coming in with it. */
import type { Client } from '@parley/contracts/client.ts'
import type { Region } from '@parley/contracts/endpoint.ts'

export type NewPerson = { email: string; password: string; displayName: string; region: Region }

/** The outbox: the address of a server that shows it, or a way to read it. */
export type MailSource = string | (() => Promise<Mail[]>)
type Mail = { to: string; subject: string }

export async function signUpAs(client: Client, mails: MailSource, person: NewPerson) {
  const { email } = person
  const { requestId } = await client.call('auth.requestSignUp', { body: { email } })
  const code = await mailedCode(mails, email)
  return client.call('auth.signUp', { body: { ...person, requestId, code } })
}

/** The code of the newest mail to an address whose subject has these words, as soon as it is there. */
export async function mailedCode(
  mails: MailSource,
  email: string,
  words = 'verification code',
): Promise<string> {
  const read = typeof mails === 'string' ? () => shownAt(mails) : mails
  const patience = AbortSignal.timeout(30_000)
  for (;;) {
    patience.throwIfAborted()
    const mail = (await read()).find(({ to, subject }) => to === email && subject.includes(words))
    const [code] = /\b\d{6}\b/.exec(mail?.subject ?? '') ?? []
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function shownAt(url: string): Promise<Mail[]> {
  const { items } = await (await fetch(`${url}/dev/mail.json`)).json()
  return items
}
