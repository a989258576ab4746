/** `credential`: the open drawer, or `new`; `rotate`: whether its secret is being replaced. */
export type CredentialsSearch = { credential?: string; rotate?: true }

export const credentialsSearch = (raw: Record<string, unknown>): CredentialsSearch => ({
  credential: typeof raw.credential === 'string' && raw.credential !== '' ? raw.credential : undefined,
  rotate: raw.rotate === true || undefined,
})
