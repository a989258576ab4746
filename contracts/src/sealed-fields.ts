/** The texts of a schema that are marked to be sealed. */
import type { z } from 'zod'
import { type FieldPath, markedFieldsIn } from './marked-fields.ts'
import type { SealedFor } from './message.ts'

export type SealedField = {
  path: FieldPath
  sealedFor: SealedFor
  /** The field beside it that names the user whose text it is; without it, the text is that of the event's subject. */
  of?: string
  /** The boolean beside it that says whether it is about nobody. */
  impersonalIf?: string
  /** The schema of sealed JSON; undefined for a text. */
  json?: z.ZodType
  /** Never shown in the audit, not even opened: secrets, and what proves a person's identity. */
  masked: boolean
  /** A secret that is readable for those who may edit the document. */
  readable: boolean
}

/** Throws where a marked text could hide: in a kind of schema that is not looked into. */
export function sealedFieldsIn(schema: z.ZodType): SealedField[] {
  return markedFieldsIn(schema, ({ sealed, of, masked, readable, json, impersonalIf }, path, found) =>
    sealed === 'person' || sealed === 'tenant'
      ? {
          path,
          sealedFor: sealed,
          ...(typeof of === 'string' ? { of } : {}),
          ...(json === true ? { json: found } : {}),
          ...(typeof impersonalIf === 'string' ? { impersonalIf } : {}),
          masked: typeof masked === 'boolean' ? masked : sealed === 'tenant',
          readable: readable === true,
        }
      : undefined,
  )
}
