/** Why a model could not reply, in words for the agent's owner. */
import { z } from 'zod'

export const modelFaults = [
  'no-key',
  'wrong-key',
  'quota',
  'rate-limited',
  'model-not-found',
  'request-refused',
  'content-refused',
  'time-out',
  'broken-off',
  'unreachable',
  'server-error',
  'unusable-answer',
] as const
export type ModelFault = (typeof modelFaults)[number]

/** What went wrong with a model during a reply. `detail`: status and error code, never texts of the provider. */
export const modelFaultSchema = z.object({
  modelId: z.string(),
  fault: z.enum(modelFaults),
  detail: z.string().optional(),
})
export type ModelFaultRecord = z.infer<typeof modelFaultSchema>

type Advice = { title: string; what: (modelId: string) => string; toDo: string }

const advice: Record<ModelFault, Advice> = {
  'no-key': {
    title: 'The model has no key',
    what: (modelId) => `There is no key for ${modelId}.`,
    toDo: 'Set the key of its provider, or choose another model.',
  },
  'wrong-key': {
    title: 'The model’s key is refused',
    what: (modelId) => `The provider of ${modelId} refuses the key.`,
    toDo: 'Check the key in the server’s configuration and what it may be used for.',
  },
  quota: {
    title: 'The model’s quota is used up',
    what: (modelId) => `The quota or prepaid amount for ${modelId} is used up.`,
    toDo: 'Add funds or raise the limit in the account at the provider, or choose a model of another provider.',
  },
  'rate-limited': {
    title: 'The model is called too often',
    what: (modelId) => `The provider allows no more requests to ${modelId} at the moment.`,
    toDo: 'It passes by itself. If it comes back, raise the rate limit at the provider, or name a second model.',
  },
  'model-not-found': {
    title: 'The model does not exist',
    what: (modelId) => `The provider does not offer ${modelId}, or not to this key.`,
    toDo: 'Choose another model.',
  },
  'request-refused': {
    title: 'The model refuses the request',
    what: (modelId) => `The provider of ${modelId} does not accept the request.`,
    toDo: 'Choose another model, or shorten the prompt and the longest reply.',
  },
  'content-refused': {
    title: 'The model refuses the content',
    what: (modelId) => `${modelId} declined to reply for reasons of content.`,
    toDo: 'Look at the conversation; another model may judge otherwise.',
  },
  'time-out': {
    title: 'The model takes too long',
    what: (modelId) => `${modelId} did not reply in time.`,
    toDo: 'It often passes by itself. If it comes back, choose a faster model, or name a second one.',
  },
  'broken-off': {
    title: 'The model’s reply broke off',
    what: (modelId) => `The connection to ${modelId} ended in the middle of a reply.`,
    toDo: 'It often passes by itself. If it comes back, name a second model.',
  },
  unreachable: {
    title: 'The model can’t be reached',
    what: (modelId) => `The provider of ${modelId} can’t be reached.`,
    toDo: 'Check the address in the server’s configuration and the network.',
  },
  'server-error': {
    title: 'The model’s provider has a fault',
    what: (modelId) => `The provider of ${modelId} answers with an error of its own.`,
    toDo: 'It often passes by itself. If it comes back, name a second model.',
  },
  'unusable-answer': {
    title: 'The model’s answer can’t be used',
    what: (modelId) => `What came back for ${modelId} is not a reply.`,
    toDo: 'Check the address in the server’s configuration; a proxy may answer in place of the provider.',
  },
}

/** Returns a title of few words. */
export const faultTitle = (fault: ModelFault): string => advice[fault].title

/** Returns what went wrong and what the owner can do about it, in sentences. */
export function faultAdvice({ modelId, fault, detail }: ModelFaultRecord): string {
  const { what, toDo } = advice[fault]
  return `${what(modelId)}${detail === undefined ? '' : ` (${detail})`} ${toDo}`
}

/** Whether it stays until the owner does something about it. */
export function isLasting(fault: ModelFault): boolean {
  return ['no-key', 'wrong-key', 'quota', 'model-not-found'].includes(fault)
}
