/** Two processes of the role `api` with one data folder, an owner and an agent, and streams that stay open. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { callAt, conversationsOf, region } from '../hostile/attacker.ts'
import { type ServerProcess, serverEntry, startServerProcess } from '../src/server-process.ts'
import { adaOf, signUpAs } from '../src/sign-up.ts'
import { routes } from '../src/test-platform.ts'

/** Longer than what a killed process shared with the others is valid. */
export const EXPIRED = { timeout: 60_000, interval: 500 }

export type TwoProcesses = {
  one: ServerProcess
  two: ServerProcess
  owner: { token: string; workspaceId: string }
  agentId: string
  /** Opens a stream of the owner's session. Returns 200 or the code of the refusal. */
  followAsOwner(server: ServerProcess): Promise<number | string>
  /** Opens a stream of a new visitor. Returns 200 or the code of the refusal. */
  followAsVisitor(server: ServerProcess): Promise<number | string>
  stop(): Promise<void>
}

/** `entry`: the script of both with its arguments. */
export async function startTwoProcesses(entry: readonly string[] = [serverEntry]): Promise<TwoProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-two-processes-'))
  const running: ServerProcess[] = []
  /** Kept with their answers: the stream of an answer that is collected as garbage ends. */
  const open: { gone: AbortController; response: Response }[] = []
  try {
    const env = { DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), RATE_LIMIT_FACTOR: '1000' }
    const start = async (ROLES: string) => {
      const server = await startServerProcess({ ...env, ROLES }, undefined, entry)
      running.push(server)
      return server
    }
    const one = await start('api,projections,workers,relay')
    const two = await start('api')
    const client = createClient({ routes, baseUrl: one.url })
    const { token, workspace } = await signUpAs(client, one.url, adaOf(region))
    const { workspaceId } = workspace
    const body = { agentName: 'Ada', agentTemplate: 'blank-template' }
    const path = `/api/${region}/rpc/convertAgentTemplateToAgent`
    const made = await callAt(one.url, 'POST', path, { token, body })
    const agentId: string = made.json.agentCreated.ID
    return {
      one,
      two,
      owner: { token, workspaceId },
      agentId,
      followAsOwner: (server) => follow(server, `/api/${region}/v2/workspaces/${workspaceId}/changes`, token),
      async followAsVisitor(server) {
        const { json } = await callAt(server.url, 'POST', conversationsOf(agentId), { body: {} })
        return follow(server, `${conversationsOf(agentId)}/${json.conversationId}/follow`, json.visitorToken)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function follow({ url }: ServerProcess, path: string, token: string): Promise<number | string> {
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const response = await fetch(url + path, { headers, signal: gone.signal })
    open.push({ gone, response })
    return response.status === 200 ? 200 : ((await response.json()) as { code: string }).code
  }

  async function stop(): Promise<void> {
    for (const { gone } of open) gone.abort()
    for (const server of running) server.process.kill('SIGKILL')
    await Promise.all(running.map(({ exit }) => exit))
    await rm(folder, { recursive: true, force: true })
  }
}
