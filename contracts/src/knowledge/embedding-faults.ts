/** What owners are told when sources can't be embedded. */
import type { ModelFault, ModelFaultRecord } from '../conversation/model-faults.ts'

const whatToDo: Partial<Record<ModelFault, string>> = {
  'wrong-key': 'Check the key in the server’s configuration and what it may be used for.',
  quota: 'Add funds or raise the limit in the account at the provider.',
  'rate-limited': 'It passes by itself. If it comes back, raise the rate limit at the provider.',
  'model-not-found': 'Check EMBEDDING_MODEL in the server’s configuration.',
  'request-refused': 'Check that EMBEDDING_MODEL names an embedding model of the provider.',
  unreachable: 'Check the address in the server’s configuration and the network.',
  'unusable-answer':
    'Check the address in the server’s configuration; a proxy may answer in place of the provider.',
}
const passes = 'It often passes by itself.'

const whatHappened: Partial<Record<ModelFault, string>> = {
  'wrong-key': 'refuses the key',
  quota: 'says that the quota or prepaid amount is used up',
  'rate-limited': 'allows no more requests at the moment',
  'model-not-found': 'does not offer the model, or not to this key',
  'request-refused': 'does not accept the text',
  'time-out': 'did not answer in time',
  unreachable: 'can’t be reached',
  'unusable-answer': 'answers with what are no vectors',
}

/** Returns what went wrong and what to do about it, in sentences. */
export function embeddingAdvice({ modelId, fault, detail }: ModelFaultRecord): string {
  const happened = whatHappened[fault] ?? 'answers with an error of its own'
  const told = detail === undefined ? '' : ` (${detail})`
  return `The provider of ${modelId} ${happened}${told}. ${whatToDo[fault] ?? passes}`
}
