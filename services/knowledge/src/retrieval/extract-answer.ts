/** Stand-in until retrieval is finished. */
import type { RetrievedChunkView } from '@parley/contracts/knowledge/endpoints.ts'
export function extractAnswer(_question: string, chunks: RetrievedChunkView[]): { text: string } {
  return { text: chunks[0]?.text.replace(/^Q:.*\nA:\s*/s, '') ?? '' }
}
