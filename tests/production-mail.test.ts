/**
 * In production without a mail server: no page shows the outbox, and operators read it with a command on the server.
 */

import { randomBytes } from 'node:crypto'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'
import { expect, test } from 'vitest'
import { runOperatorCommand } from './src/operator-command.ts'
import { startTestPlatform } from './src/test-platform.ts'

test('the mails in the outbox are read with the master key, and the first person can sign up', async () => {
  const MASTER_KEY = randomBytes(32).toString('hex')
  const parley = await startTestPlatform({ NODE_ENV: 'production', MASTER_KEY })
  try {
    const email = 'first@example.com'
    const { requestId } = await parley.client().call('auth.requestSignUp', { body: { email } })
    await parley.settled()
    for (const path of ['/dev/mail', '/dev/mail.json']) {
      const hidden = await fetch(parley.url + path)
      expect([hidden.status, (await hidden.text()).includes(email)]).toEqual([404, false])
    }
    const read = async (masterKey: string) => {
      const env = { PATH: process.env.PATH, DATA_DIR: parley.dataDir, MASTER_KEY: masterKey }
      return (await runOperatorCommand('audit', ['mail'], env)).stdout
    }
    expect(await read(randomBytes(32).toString('hex'))).toBe('No mail waits here.\n')
    const printed = await read(MASTER_KEY)
    expect(printed).toContain(`to ${email}\n`)
    const code = /(\d{6}) is your verification code/.exec(printed)?.[1] ?? ''
    const person = { email, password: 'long enough', displayName: 'First', region: 'na' } as const
    const { user } = sessionIn(
      await parley.client().call('auth.signUp', { body: { ...person, requestId, code } }),
    )
    expect(user.email).toBe(email)
  } finally {
    await parley.stop()
  }
})
