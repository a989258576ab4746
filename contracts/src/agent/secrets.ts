/** What an agent's document holds under `secret()`, as its schema declares it. */
import { isRecord } from '../is-record.ts'
import { changeTexts, textsAt, withTexts } from '../marked-fields.ts'
import { sealedFieldsIn } from '../sealed-fields.ts'
import { type AgentDocument, agentDocumentSchema } from './document.ts'

const secrets = sealedFieldsIn(agentDocumentSchema).filter(({ sealedFor }) => sealedFor === 'tenant')

/** The top-level fields of the document that are a secret or contain one. */
export const secretFields: ReadonlySet<string> = new Set(secrets.flatMap(({ path }) => path.slice(0, 1)))

/** Returns the document without secrets. */
export function withoutSecrets(document: AgentDocument): AgentDocument {
  return without(document, secrets)
}

/** Returns the document with only those secrets that its editors may read. */
export function withReadableSecrets(document: AgentDocument): AgentDocument {
  return without(
    document,
    secrets.filter(({ readable }) => !readable),
  )
}

/** Returns the secret texts of a document, in the order in which `withSecretTexts` takes them. */
export function secretTexts(document: AgentDocument): string[] {
  return textsAt(document, secrets)
}

/** Returns the document with its secrets replaced by other texts. */
export function withSecretTexts(document: AgentDocument, texts: readonly string[]): AgentDocument {
  return withTexts(document, secrets, texts)
}

/**
 * Returns the document to be saved over `former`. An editor can't send back a secret that is not readable, so an absent
 * secret keeps its former value, and an empty text removes it. A top-level field that is absent is not saved at all.
 */
export function withKeptSecrets(document: AgentDocument, former: AgentDocument): AgentDocument {
  return secrets
    .filter(({ path, readable }) => !readable && path.length > 1 && !path.includes('*'))
    .reduce((kept, { path }) => keepAt(kept, former, path), document)
}

function keepAt<T>(value: T, former: unknown, path: string[]): T
function keepAt(value: unknown, former: unknown, [key = '', ...rest]: string[]): unknown {
  if (!isRecord(value)) return value
  const before = isRecord(former) ? former[key] : undefined
  const { [key]: present, ...others } = value
  if (rest.length > 0)
    return present === undefined ? value : { ...others, [key]: keepAt(present, before, rest) }
  const kept = present ?? before
  return kept === undefined || kept === '' ? others : { ...others, [key]: kept }
}

function without(document: AgentDocument, hidden: typeof secrets): AgentDocument {
  return hidden.reduce((open, { path }) => changeTexts(open, path, () => undefined), document)
}
