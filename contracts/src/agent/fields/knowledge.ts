/** How the agent retrieves and phrases its knowledge: the settings of the page Knowledge. */
import { z } from 'zod'
import { field, group } from '../field.ts'

export const knowledgeFields = {
  vg_kb_llm: group(
    {
      searchMethod: field(z.enum(['smart', 'simple']), {
        label: 'Search method',
        help: 'Smart: a question that continues an earlier one is first rewritten by a model, which costs a short call. Simple: every question is searched for as it stands.',
        place: 'knowledge',
        words: 'retrieval smart simple',
        fallback: 'smart',
      }),
      searchPrompt: field(z.string().max(60_000), {
        label: 'Prompt for answers from the knowledge',
        help: 'In place of the agent’s own where a knowledge node answers',
        place: 'knowledge',
        words: 'instructions retrieval',
      }),
      modelId: field(z.string().max(100), {
        label: 'Model for answers from the knowledge',
        place: 'knowledge',
        words: 'llm retrieval',
      }),
      temperature: field(z.number().min(0).max(2), {
        label: 'Temperature',
        name: 'Temperature of answers from the knowledge',
        place: 'knowledge',
        words: 'creativity randomness',
      }),
      maxTokens: field(z.number().int().min(1), {
        label: 'Longest answer',
        name: 'Longest answer from the knowledge',
        place: 'knowledge',
        words: 'maximum length tokens',
      }),
    },
    { label: 'Answers from the knowledge', exported: true },
  ),
}
