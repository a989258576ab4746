/** The change of an account's address: the code is of the person who gave the password, and the former address opens nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedCode } from './src/sign-up.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => parley.stop())

async function codeFor({ client, password }: Person, email: string) {
  const { requestId } = await client.call('auth.requestEmailChange', { body: { email, password } })
  return { email, requestId, code: await mailedCode(parley.url, email, 'confirms your new address') }
}
const signsIn = async (email: string, { password }: Person) =>
  parley
    .client()
    .call('auth.signIn', { body: { email, password } })
    .then(
      () => true,
      () => false,
    )

test('a session without the password changes nothing, with a code of another account', async () => {
  const [victim, attacker] = [await parley.signUp(), await parley.signUp()]
  const body = await codeFor(attacker, 'elsewhere@example.com')
  await expect(victim.client.call('auth.changeEmail', { body })).rejects.toMatchObject({ code: 'wrong-code' })
  expect(await signsIn(victim.email, victim)).toBe(true)
  expect(await signsIn('elsewhere@example.com', victim)).toBe(false)
})

test('the new address signs in, the former no longer', async () => {
  const person = await parley.signUp()
  const body = await codeFor(person, 'new@example.com')
  await person.client.call('auth.changeEmail', { body })
  expect(await signsIn('new@example.com', person)).toBe(true)
  expect(await signsIn(person.email, person)).toBe(false)
})
