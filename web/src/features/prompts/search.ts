/** Query parameters of the screens of prompts. */
export type PromptsSearch = {
  q?: string | undefined
  create?: true | undefined
}

/** `version`: the one that is open. `publish`: the one that is about to be published. */
export type PromptSearch = { version?: number | undefined; publish?: number | undefined }

export function promptsSearch(raw: Record<string, unknown>): PromptsSearch {
  const q = typeof raw.q === 'number' ? String(raw.q) : raw.q
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    create: raw.create === true || undefined,
  }
}

export function promptSearch(raw: Record<string, unknown>): PromptSearch {
  return { version: numberIn(raw.version), publish: numberIn(raw.publish) }
}

const numberIn = (raw: unknown) =>
  typeof raw === 'number' && Number.isInteger(raw) && raw > 0 ? raw : undefined
