import type { TestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { expect } from 'vitest'
import { type CredentialCommand, credential } from './credential.decider.ts'

/** Adds the credential `c1` of an application, which signs in with its secret. */
export const create: CredentialCommand = {
  ...{ type: 'CreateCredential', credentialId: 'c1', userId: 'u1', secret: 'client-secret' },
  settings: {
    name: 'Shop',
    use: {
      kind: 'oauth2-authorization-code',
      ...{ authorizationUrl: 'https://login.example/authorize', tokenUrl: 'https://login.example/token' },
      ...{ application: 'parley', scopes: '', sendSecretIn: 'header' },
    },
    hosts: ['api.example'],
  },
  limit: { maxCredentials: 1, credentials: 0 },
}

/** Contexts of a member of the workspace `w1`, each of another command. */
export function contexts(): () => CommandContext {
  let calls = 0
  return () => ({
    ...{ tenant: 'w1', actor: { kind: 'user', id: 'u1' } },
    cause: { via: 'dashboard', command: `k${++calls}`, correlation: 'c' },
  })
}

/** Handles commands on the credential `c1`, and waits for what follows. */
export function commandsIn(region: TestRegion) {
  const contextOf = contexts()
  return async (...given: CredentialCommand[]) => {
    for (const command of given)
      expect(await region.handle(credential, 'c1', command, contextOf())).toMatchObject({ ok: true })
    await region.settled()
  }
}

/** Carries out what a process is due, and waits for what follows. Returns how much it was. */
export async function carryOutDue(
  region: TestRegion,
  running: Pick<RunningProcess<unknown>, 'deadlineWork'> | undefined,
  deadlines: Deadlines,
  { name, now }: { name: string; now: number },
): Promise<number> {
  const due = await deadlines.due(name, now, 10)
  for (const one of due) {
    await running?.deadlineWork.carryOut(one, new AbortController().signal)
    await deadlines.done(one)
  }
  await region.settled()
  return due.length
}
