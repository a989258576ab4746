/** What a provider of models streams, whatever its protocol. */
import type { ModelCall, ModelRequest } from './models.ts'

export type ProviderPart =
  | { type: 'text'; text: string }
  | ({ type: 'call' } & ModelCall)
  | {
      type: 'finish'
      /** `refused`: for reasons of content. */
      outcome: 'ended' | 'refused' | 'failed'
      /** The provider's own word for it. */
      reason: string | undefined
      /** Undefined if the provider reports none. */
      inputTokens: number | undefined
      outputTokens: number | undefined
    }

export type Provider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ProviderPart>
