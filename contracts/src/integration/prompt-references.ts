/**
 * References to prompts of the workspace's library in the texts of an agent: `{{prompt:<id>}}`. A turn puts the published
 * text of the prompt in its place. Pure, and without zod.
 */
import type { AgentDocument } from '../agent/document.ts'
import { PLACE } from '../agent/flow-variables.ts'

/** A reference in a text; its first group is the id. */
export const PROMPT_PLACE = /\{\{\s?prompt:([A-Za-z0-9_-]{1,64})\s?\}\}/g

/** Prompts that one agent can refer to; further ones are left out. */
export const mostPromptsOfAgent = 20
/** Characters that references may add to one text; a prompt that does not fit is left out. */
export const mostReferencedCharacters = 60_000

export function promptPlace(promptId: string): string {
  return `{{prompt:${promptId}}}`
}

/** The ids of the prompts that a text refers to, each once. */
export function promptIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(PROMPT_PLACE)].map(([, id]) => id ?? ''))]
}

/** The names of the variables in a text, each once. */
export function variablesInPrompt(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name]) => name ?? ''))]
}

/**
 * The ids of the prompts that an agent refers to: in its system prompt, in the prompts of its AI nodes, and in that for
 * answers from its knowledge.
 */
export function promptIdsOf({ vg_systemPrompt = '', nodes = [], vg_kb_llm = {} }: AgentDocument): string[] {
  const ofNodes = nodes.flatMap((node) => (node.type === 'ai' ? [node.prompt ?? ''] : []))
  return [...new Set([vg_systemPrompt, ...ofNodes, vg_kb_llm.searchPrompt ?? ''].flatMap(promptIdsIn))]
}

/** The document with texts in place of its references, by id; nothing stands in place of those without a text. */
export function withPromptTexts(document: AgentDocument, texts: ReadonlyMap<string, string>): AgentDocument {
  const { vg_systemPrompt, nodes, vg_kb_llm } = document
  return {
    ...document,
    ...(vg_systemPrompt !== undefined && { vg_systemPrompt: withTexts(vg_systemPrompt, texts) }),
    ...(nodes && {
      nodes: nodes.map((node) =>
        node.type === 'ai' && node.prompt !== undefined
          ? { ...node, prompt: withTexts(node.prompt, texts) }
          : node,
      ),
    }),
    ...(vg_kb_llm?.searchPrompt !== undefined && {
      vg_kb_llm: { ...vg_kb_llm, searchPrompt: withTexts(vg_kb_llm.searchPrompt, texts) },
    }),
  }
}

/** What a text is once its references are replaced; references in the texts of prompts themselves are left out. */
export function withTexts(text: string, texts: ReadonlyMap<string, string>): string {
  let room = mostReferencedCharacters
  return text.replace(PROMPT_PLACE, (_, id: string) => {
    const found = (texts.get(id) ?? '').replace(PROMPT_PLACE, '')
    if (found.length > room) return ''
    room -= found.length
    return found
  })
}

/** Whether a text refers to more prompts, or to longer ones, than there is room for, so that some are left out. */
export function leavesPromptsOut(text: string, texts: ReadonlyMap<string, string>): boolean {
  const added = [...text.matchAll(PROMPT_PLACE)].reduce(
    (sum, [, id = '']) => sum + (texts.get(id)?.length ?? 0),
    0,
  )
  return added > mostReferencedCharacters || promptIdsIn(text).length > mostPromptsOfAgent
}
