/** Reads descriptions of functions, and creates several functions at once. */
import type { importEndpoints } from '@parley/contracts/integration/import-endpoints.ts'
import { MOST_IMPORT_MB } from '@parley/contracts/integration/import-limits.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { runBoundedWorker } from '@parley/kernel/limits/bounded-worker.ts'
import { createFairQueue } from '@parley/kernel/limits/fair-queue.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { decodeAnswer } from '@parley/kernel/outgoing/decode-html.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import type { OpenCredentials } from '../credential/open-credentials.ts'
import { refusedCredential } from '../integration.handlers.ts'
import { listMcpTools } from '../mcp/mcp-client.ts'
import { MOST_TOOLS, tool } from '../tool.decider.ts'
import type { ImportAnswer, ImportJob } from './read-description.ts'

export type ImportDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  safeFetch: SafeFetch
  credentials: OpenCredentials
  rateLimits: Pick<RateLimits, 'take'>
  inTurn: InTurn
  toolCount(tenant: string): Promise<number>
}

const READS_A_MINUTE = 20
const connectionNeeded = refuse(
  'connection-needed',
  'The server asks for an authorization. Connect it, or choose a credential with its key.',
)
const limits = { timeoutMs: 15_000, memoryMb: 384 }

export function importHandlers(deps: ImportDeps): Handlers<typeof importEndpoints> {
  const { handle, load } = deps
  const reads = createFairQueue({ slots: { small: 4 }, perTenant: { small: 1 } })

  return {
    async 'tools.readImport'({ tenant, body }) {
      const limit = { key: `tool-import.${tenant}`, limit: READS_A_MINUTE, windowSeconds: 60 }
      const taken = await deps.rateLimits.take([limit])
      if (!taken.allowed) {
        const message = 'Please wait a moment before the next one.'
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
      }
      if ('mcpUrl' in body) {
        const { mcpUrl, credentialId } = body
        return reads.run({ tenant }, () => ofMcpServer(tenant, mcpUrl, credentialId))
      }
      const found = 'url' in body ? await fetched(body.url) : { ok: true as const, job: body }
      if (!found.ok) return refuse('import-not-readable', found.message)
      return reads.run({ tenant }, () => inWorker(found.job))
    },

    async 'tools.import'({ tenant, context, body }) {
      const ids = body.settings.map((_, nth) => derivedId(20, tenant, context.cause.command, String(nth)))
      for (const settings of body.settings) {
        const refused = await refusedCredential(deps, tenant, settings)
        if (refused) return refused
      }
      return deps.inTurn(tenant, 'tools', async () => {
        // A repeated call goes on where the first one ended.
        const made = await Promise.all(ids.map(async (id) => (await load(tool, id, tenant)) !== undefined))
        const wanted = made.filter((one) => !one).length
        if (wanted > 0 && (await deps.toolCount(tenant)) + wanted > MOST_TOOLS)
          return refuse('too-many-tools', `A workspace can have ${MOST_TOOLS} tools.`)
        let position = 0
        for (const [nth, settings] of body.settings.entries()) {
          const id = ids[nth] ?? ''
          const command = { type: 'CreateTool', id, userId: context.actor.id, settings } as const
          const handled = await handle(tool, id, command, atStep(context, `import ${nth}`))
          if (!handled.ok) return handled
          position = Math.max(position, handled.position)
        }
        return reply({ ids }, position)
      })
    },
  }

  async function inWorker(job: ImportJob) {
    const file = new URL('./import.worker.ts', import.meta.url)
    const answer = await runBoundedWorker<ImportAnswer>(file, job, limits)
    if (!answer) return refuse('import-not-readable', 'The document is too large to be read.')
    return answer.ok ? reply(answer.read) : refuse('import-not-readable', answer.message)
  }

  async function ofMcpServer(tenant: string, url: string, credentialId: string | undefined) {
    const bare = { method: 'POST', url, headers: {} } as const
    const found =
      credentialId === undefined ? undefined : await deps.credentials.open({ tenant }, credentialId, url)
    if (found && !found.ok) return refuse('import-not-readable', found.message)
    const opened = found?.opened
    // A server may repeat the key that it refuses.
    const place = opened ? { ...opened.sent(bare), withoutSecret: opened.withoutSecret } : bare
    const listed = await listMcpTools(deps.safeFetch, place)
    if (!listed.ok) {
      if (!opened && listed.status === 401) return connectionNeeded
      return refuse('import-not-readable', listed.message)
    }
    await opened?.used()
    if (listed.tools.length === 0) return refuse('import-not-readable', 'The server has no tools.')
    const text = JSON.stringify(listed)
    return inWorker({ mcp: { url, listed: opened ? opened.withoutSecret(text) : text } })
  }

  async function fetched(
    url: string,
  ): Promise<{ ok: true; job: ImportJob } | { ok: false; message: string }> {
    const answer = await deps.safeFetch(url, {
      headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5', 'user-agent': 'Parley' },
      maxBytes: MOST_IMPORT_MB * 1_000_000,
    })
    if (!answer.ok) return { ok: false, message: answer.message }
    if (answer.status !== 200)
      return { ok: false, message: `The server answered with the status ${answer.status}.` }
    return {
      ok: true,
      job: { text: decodeAnswer(answer.body, answer.headers['content-type']), from: answer.url },
    }
  }
}
