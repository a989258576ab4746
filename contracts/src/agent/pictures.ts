/** The pictures of an agent's document and the files of its font, which are kept alike, as its schema marks them. */
import { longestAddress } from '../file/pictures.ts'
import { markedFieldsIn, textsAt, withTexts } from '../marked-fields.ts'
import { type AgentDocument, agentDocumentSchema } from './document.ts'

/** Where the document holds a picture or a file of a font; `*` in a path stands for every element. */
export const pictureFields = markedFieldsIn(agentDocumentSchema, ({ picture, fontFile }, path) =>
  picture === true
    ? { path, kind: 'picture' as const }
    : fontFile === true
      ? { path, kind: 'font' as const }
      : undefined,
)
export type KindOfPicture = (typeof pictureFields)[number]['kind']

/** The addresses of a document's pictures and where they stand, in the order in which `withPictures` takes others. */
export function picturesIn(
  document: AgentDocument,
): { address: string; field: string; kind: KindOfPicture }[] {
  return pictureFields.flatMap((field) =>
    textsAt(document, [field]).map((address) => ({
      address,
      field: field.path.join('.'),
      kind: field.kind,
    })),
  )
}

/** The document with other addresses in place of those of its pictures. */
export function withPictures(document: AgentDocument, addresses: readonly string[]): AgentDocument {
  return withTexts(document, pictureFields, addresses)
}

/** A document as events hold it: of a picture the address alone. */
export const keptDocumentSchema = agentDocumentSchema.refine(
  (document) =>
    picturesIn(document).every(
      ({ address }) => address.length <= longestAddress && !address.startsWith('data:'),
    ),
  'Pictures are kept as files before a document is saved.',
)
