/**
 * How a field of an agent's document is described. The tables in `fields/` hold one descriptor for each field; the
 * document's schema, its defaults, the public view, templates, the form, search and the checks of drafts follow from them.
 */
import { z } from 'zod'

/** Where the dashboard sets a field: a tab of the settings, or a page of the agent. */
export type FieldPlace =
  | 'core'
  | 'ui'
  | 'language'
  | 'security'
  | 'handoff'
  | 'technical'
  | 'analytics'
  | 'integrations'
  | 'prompt'
  | 'knowledge'

type Texts = {
  /** What its control is called. */
  label: string
  /** What it is called elsewhere: in search, in lists of changes, in the audit. The label by default. */
  name?: string
  /** A line below the control. */
  help?: string
  /** Undefined for a field without a control. */
  place?: FieldPlace
  /**
   * What a number of 0 means, for which the control has a switch instead, and the number that it begins with when the
   * switch is turned off.
   */
  none?: { label: string; instead: number }
  /** Further words by which it is found; those of the label and the help need not be repeated. */
  words?: string
}

/** What holds for the value of a field. Whether it is a secret or a picture is marked in its schema. */
type Rules<Value> = {
  /** The value of a new agent. */
  default?: Readonly<Value>
  /** Set where it is absent in an agent on the platform `vg` without nodes. */
  defaultWithoutNodes?: Readonly<Value>
  /** What the agent does where its document has no value. */
  fallback?: Readonly<Value>
  /** An empty text counts as no value. */
  emptyIsAbsent?: true
  /** The widget gets it, so that every visitor can read it. */
  public?: true
  /** Callers can't set it. */
  setByServer?: true
  /** An agent without it can't be created or published. */
  required?: true
  /** The message of the specification for a value that is not accepted. The schema answers with the same. */
  message?: string
}

/** Of a field that is no part of a group. A group is exported as a whole. */
type Travels = {
  /** It is part of an exported template and accepted in an imported one, and of blueprints. Secrets never are. */
  exported?: true
  /** Each agent has its own: no part of blueprints. */
  own?: true
}

export type Field = Texts & Rules<unknown> & Travels & { schema: z.ZodType; fields?: undefined }
export type FieldGroup = Texts & Travels & { schema: z.ZodType; fields: Fields }
/** Fields by name. */
export type Fields = { readonly [name: string]: Field | FieldGroup }

/** Declares a field. */
export function field<
  Schema extends z.ZodType,
  const Descriptor extends Texts & Rules<z.infer<Schema>> & Travels,
>(schema: Schema, descriptor: Descriptor): { schema: Schema } & Descriptor {
  return { schema, ...descriptor }
}

/** Declares a field that is an object of fields. Each of them may be absent; an unknown one is refused. */
export function group<Inner extends Fields, Descriptor extends Texts & Travels>(
  fields: Inner,
  descriptor: Descriptor,
): { schema: z.ZodObject<Optional<ShapeOf<Inner>>, z.core.$strict>; fields: Inner } & Descriptor {
  return { schema: z.object(shapeOf(fields)).partial().strict(), fields, ...descriptor }
}

export type ShapeOf<Table extends Fields> = { -readonly [Name in keyof Table]: Table[Name]['schema'] }
type Optional<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> }

/** The schema of each field. */
export function shapeOf<Table extends Fields>(fields: Table): ShapeOf<Table>
export function shapeOf(fields: Fields): Record<string, z.ZodType> {
  return mapFields(fields, ({ schema }) => schema)
}

/** What `make` gives for each field by name, without those for which it gives undefined. */
export function mapFields<Made>(
  fields: Fields,
  make: (field: Field | FieldGroup, name: string) => Made | undefined,
): Record<string, Made> {
  const made: Record<string, Made> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = make(field, name)
    if (value !== undefined) made[name] = value
  }
  return made
}

/** The name of a field, within a group after the group's: `ui.widgetType`. */
export type FieldName<Table extends Fields> = {
  [Name in keyof Table & string]: Table[Name] extends { fields: infer Inner extends Fields }
    ? Name | `${Name}.${FieldName<Inner>}`
    : Name
}[keyof Table & string]

/** The names of the fields whose values are of a type. */
export type FieldNameOf<Table extends Fields, Value> = {
  [Name in keyof Table & string]: Table[Name] extends { fields: infer Inner extends Fields }
    ? `${Name}.${FieldNameOf<Inner, Value>}`
    : z.infer<Table[Name]['schema']> extends Value
      ? Name
      : never
}[keyof Table & string]
