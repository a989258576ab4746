/** Signs a user up at a running server without a mail server, and returns the session token. */
import { randomUUID } from 'node:crypto'

export async function signUp(url: string): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { requestId } = await post(`${url}/api/auth/sign-up/code`, { email })
  const person = { email, password: randomUUID(), displayName: 'Bench', region: 'na' }
  const { token } = await post(`${url}/api/auth/sign-up`, {
    ...person,
    requestId,
    code: await codeFor(url, email),
  })
  return token ?? ''
}

async function codeFor(url: string, email: string): Promise<string> {
  for (;;) {
    const { items } = await (await fetch(`${url}/dev/mail.json`)).json()
    const mail = items.find(({ to }: { to: string }) => to === email)
    if (mail) return /\d{6}/.exec(mail.subject)?.[0] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function post(url: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}
