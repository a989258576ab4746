/**
 * Bounds the output of one request in characters and bytes, since a provider may ignore the limit of tokens, and checks
 * the tokens that it reports: both decide what a reply costs.
 */
import type { ModelRequest } from './models.ts'

/** What a token is at most on average; most are shorter. */
const CHARACTERS_PER_TOKEN = 8
const BYTES_PER_TOKEN = 16
/** Of a request without a limit. */
const MAX_TOKENS = 16_000

export type OutputLimit = {
  /** Returns as much of the text as is allowed. */
  take(text: string): string
  /** Whether something was cut. */
  reached(): boolean
  /** Characters so far. */
  characters(): number
}

export function createOutputLimit(maxOutputTokens = MAX_TOKENS): OutputLimit {
  const most = maxOutputTokens * CHARACTERS_PER_TOKEN
  const mostBytes = maxOutputTokens * BYTES_PER_TOKEN
  let characters = 0
  let bytes = 0
  let reached = false

  return {
    take(text) {
      let taken = text.slice(0, Math.max(0, most - characters))
      const room = Math.max(0, mostBytes - bytes)
      // A character takes at least a byte and at most three.
      if (taken.length * 3 > room && Buffer.byteLength(taken) > room) taken = startWithin(taken, room)
      if (taken.length < text.length) reached = true
      characters += taken.length
      bytes += Buffer.byteLength(taken)
      return taken
    },
    reached: () => reached,
    characters: () => characters,
  }
}

/** The longest start of a text that has at most so many bytes, without half a character at its end. */
function startWithin(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}

/** About four characters a token; used if a provider reports none. */
const USUAL_CHARACTERS_PER_TOKEN = 4

/**
 * Returns the tokens of a request: what the provider reports, if it is possible at all. No token is shorter than a byte,
 * and none is charged beyond the limit that was asked for.
 */
export function tokensUsed(
  request: ModelRequest,
  outputCharacters: number,
  reported: { inputTokens?: number | undefined; outputTokens?: number | undefined },
): { inputTokens: number; outputTokens: number } {
  const input = sentBytes(request)
  const { maxOutputTokens = MAX_TOKENS } = request
  return {
    inputTokens: within(
      reported.inputTokens ?? Math.ceil(input.characters / USUAL_CHARACTERS_PER_TOKEN),
      input.bytes,
    ),
    outputTokens: within(
      reported.outputTokens ?? Math.ceil(outputCharacters / USUAL_CHARACTERS_PER_TOKEN),
      maxOutputTokens,
    ),
  }
}

function within(tokens: number, most: number): number {
  return Number.isFinite(tokens) ? Math.min(Math.max(0, Math.ceil(tokens)), most) : most
}

/** What a provider adds around a request, such as the roles of messages, in bytes. */
const AROUND = 2_000

function sentBytes({ system, messages, functions = [] }: ModelRequest): {
  characters: number
  bytes: number
} {
  const texts = [
    system,
    ...messages.flatMap(({ text, ...rest }) => [text, 'calls' in rest ? callsIn(rest) : '']),
  ]
  const tools = functions.length === 0 ? '' : JSON.stringify(functions)
  const bytes = [...texts, tools].reduce((sum, text) => sum + Buffer.byteLength(text), AROUND)
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return { characters, bytes }
}

function callsIn({ calls = [] }: { calls?: { name: string; input: string }[] }): string {
  return calls.map(({ name, input }) => `${name}${input}`).join('')
}
