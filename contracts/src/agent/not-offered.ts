/**
 * Fields of the specification that nothing in Parley obeys yet. They are no part of a document: saving one is refused,
 * importing a template leaves them out and names them. A field moves to the table of `fields.ts` with its feature.
 */
import { z } from 'zod'
import type { AgentDocument } from './document.ts'
import { type Fields, field, group } from './field.ts'
import { documentSchemaOf, templateSchemaOf } from './field-schemas.ts'
import { agentFields } from './fields.ts'
import { formerNodeSchema } from './nodes.ts'

const name = z.string().max(100)

export const fieldsNotOffered = {
  isDeployed: field(z.boolean(), { label: 'Deployed' }),
  starred: field(z.boolean(), { label: 'Starred' }),
  tabs: field(z.array(z.string()), { label: 'Tabs', exported: true }),
  vectorDb: field(name, { label: 'Vector database', exported: true }),
  vg_kbDefaultDimension: field(z.number().int(), { label: 'Knowledge dimension', exported: true }),
  vg_kbCharCount: field(z.number(), { label: 'Characters of knowledge', exported: true }),
  vg_kbDocsCount: field(z.number(), { label: 'Sources of knowledge', exported: true }),
  internal: group(
    {
      accountCreationConfig: field(z.string(), { label: 'Creation' }),
      websocketServer: field(z.string(), { label: 'Server' }),
    },
    { label: 'Internal', exported: true },
  ),
  vfSettings: group({ projectID: field(name, { label: 'Project' }) }, { label: 'Dialog platform' }),
  voiceConfig: group(
    {
      config: group(
        {
          recordAudio: field(z.boolean(), { label: 'Record calls' }),
          enableWebCalling: field(z.boolean(), { label: 'Calls on the web' }),
          backgroundNoise: field(name, { label: 'Background noise' }),
        },
        { label: 'Call settings' },
      ),
      transcriber: group(
        {
          provider: field(name, { label: 'Transcriber' }),
          modelId: field(name, { label: 'Transcription model' }),
          utteranceThreshold: field(z.number(), { label: 'Utterance threshold' }),
          language: field(name, { label: 'Spoken language' }),
        },
        { label: 'Transcription' },
      ),
      speechGen: group(
        {
          provider: field(name, { label: 'Speech provider' }),
          voiceId: field(name, { label: 'Speaker' }),
        },
        { label: 'Speech' },
      ),
    },
    { label: 'Voice of calls', exported: true },
  ),
  vapi: group({ id: field(z.string(), { label: 'Voice assistant id' }) }, { label: 'Voice assistant' }),
  vapiConfig: group(
    {
      enableVapiOnWeb: field(z.boolean(), { label: 'Voice on the web' }),
      overrideWithVG: field(z.boolean(), { label: 'The agent answers calls' }),
      promptOnWeb: field(z.boolean(), { label: 'Offer calls on the web' }),
      maxCostMonthly: field(z.number().min(0), { label: 'Monthly cost of calls' }),
      maxMinutesMonthly: field(z.number().min(0), { label: 'Monthly minutes of calls' }),
    },
    { label: 'Calls', exported: true },
  ),
}

const withFieldsNotOffered = {
  ...agentFields,
  ...fieldsNotOffered,
  internal: group({ ...agentFields.internal.fields, ...fieldsNotOffered.internal.fields }, { label: '' }),
  vfSettings: group(
    { ...agentFields.vfSettings.fields, ...fieldsNotOffered.vfSettings.fields },
    { label: '' },
  ),
}

/** Fields that came later are no part of it. */
const { offerNotifications: _, ...fieldsOfFirst } = withFieldsNotOffered

/** A document as Parley 0.1 stored it. */
export const formerDocumentSchema = documentSchemaOf({
  ...fieldsOfFirst,
  nodes: { ...agentFields.nodes, schema: z.array(formerNodeSchema).max(500) },
})

/** The fields of a template's file, which another version of Parley may have written. */
export const importedDocumentSchema = templateSchemaOf({
  ...withFieldsNotOffered,
  internal: { ...withFieldsNotOffered.internal, exported: true },
})

/** Why a document with a field of this name is refused; undefined for any other name. */
export function refusalOfNotOffered(field: string): string | undefined {
  const found = Object.entries(fieldsNotOffered).find(([name]) => name === field)
  return found && `${found[1].label} is not offered yet. Save the agent without ${field}.`
}

/** The document that is left without the fields that are not offered, and the labels of those that it had. */
export function withoutFieldsNotOffered(
  given: z.infer<typeof formerDocumentSchema> | z.infer<typeof importedDocumentSchema>,
): {
  document: AgentDocument
  leftOut: string[]
} {
  const { kept, leftOut } = withoutFields(given, fieldsNotOffered, agentFields)
  return { document: kept, leftOut }
}

function withoutFields(given: object, out: Fields, offered: Fields): { kept: object; leftOut: string[] } {
  const leftOut: string[] = []
  const kept = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    const dropped = out[key]
    if (!dropped || value === undefined) return [[key, value]]
    const rest = offered[key]?.fields
    if (dropped.fields && rest && typeof value === 'object') {
      const inner = withoutFields(value, dropped.fields, rest)
      leftOut.push(...inner.leftOut)
      return Object.keys(inner.kept).length === 0 ? [] : [[key, inner.kept]]
    }
    leftOut.push(dropped.label)
    return []
  })
  return { kept: Object.fromEntries(kept), leftOut }
}
