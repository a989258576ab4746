/** The prompts of a workspace's library in the documents of its agents. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import {
  mostPromptsOfAgent,
  promptIdsOf,
  withPromptTexts,
} from '@parley/contracts/integration/prompt-references.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { prompt, versionOf } from './prompt.decider.ts'

export function agentPrompts({ load, refresh }: Pick<CommandHandler, 'load' | 'refresh'>) {
  const live = async (tenant: string, promptId: string) => {
    const state = (await load(prompt, promptId, tenant))?.state
    return state?.status === 'live' ? state : undefined
  }

  return {
    /**
     * The document with the published texts of the prompts that it refers to. Nothing stands in place of one that is
     * deleted, of another workspace, or beyond `mostPromptsOfAgent`. `trial`: a version of a prompt in place of its
     * published one.
     */
    async expanded(
      tenant: string,
      document: AgentDocument,
      trial?: { promptId: string; version: number },
    ): Promise<AgentDocument> {
      const ids = promptIdsOf(document)
      if (ids.length === 0) return document
      const texts = new Map<string, string>()
      for (const id of ids.slice(0, mostPromptsOfAgent)) {
        // What is tested, and published on the strength of it, is what other processes have published, too.
        if (trial) await refresh(prompt.category, id)
        const state = await live(tenant, id)
        const version = id === trial?.promptId ? trial.version : state?.published
        const found = state && version !== undefined ? versionOf(state, version) : undefined
        if (found) texts.set(id, found.text)
      }
      return withPromptTexts(document, texts)
    },

    /** The text of a version of a prompt; undefined if it is not kept, or of another workspace. */
    async textOf(tenant: string, promptId: string, version: number): Promise<string | undefined> {
      const state = await live(tenant, promptId)
      return state && versionOf(state, version)?.text
    },
  }
}
