/** A server on a data folder of its own, for tests that kill it with SIGKILL and start it again. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { signUpAs } from './sign-up.ts'
import { routes } from './test-platform.ts'
import { requireWholeLogIn } from './whole-log.ts'

export type KillableServer = {
  dataDir: string
  /** Returns its address, another one after each start. `entry`: another script than the server's, with its arguments. */
  start(entry?: readonly string[]): Promise<string>
  /** Resolves when the process has ended by itself. */
  ended(): Promise<unknown>
  kill(): Promise<void>
  /** Ends it with SIGTERM, so that the next start has nothing to do again. */
  end(): Promise<void>
  /** Signs up an owner, whose token is valid after every start. */
  signUp(): Promise<string>
  /** Kills it, and removes its data. Throws if the log is not intact. */
  remove(): Promise<void>
}

export async function createKillableServer(env: Record<string, string>): Promise<KillableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-killed-'))
  let server: ServerProcess | undefined
  const kill = async () => {
    server?.process.kill('SIGKILL')
    await server?.exit
  }
  return {
    dataDir: folder,
    async start(entry) {
      server = await startServerProcess({ DATA_DIR: folder, ...env }, undefined, entry)
      return server.url
    },
    ended: async () => server?.exit,
    kill,
    async end() {
      server?.process.kill('SIGTERM')
      await server?.exit
    },
    async signUp() {
      const url = server?.url ?? ''
      const { token } = await signUpAs(createClient({ routes, baseUrl: url }), url, {
        email: 'ada@example.com',
        password: randomUUID(),
        displayName: 'Ada',
        region: 'na',
      })
      return token
    },
    async remove() {
      await kill()
      try {
        await requireWholeLogIn(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
