/**
 * A projection folds events into the documents of one collection. It is pure: the same events give the same documents,
 * however they are batched and repeated.
 */
import type { EventCatalogue, SealedEventOf } from '@parley/contracts/message.ts'
import type { Place } from '../log/recorded-event.ts'
import type { Document, Index, Scalar } from './read-store.ts'

export type Projection<Doc extends object = Document, Catalogue extends EventCatalogue = EventCatalogue> = {
  /** Also the collection's name. */
  name: string
  /**
   * Increase it when the shape or meaning of the documents changes; the collection is then rebuilt beside the old one.
   */
  version: number
  /** Whether documents belong to the event's tenant or are public (stored under `PUBLIC`, without secrets). */
  scope: 'tenant' | 'public'
  /** The events that it receives. */
  events: Catalogue
  indexes: Record<string, readonly IndexedField<Doc>[] | { sparse: readonly IndexedField<Doc>[] }>
  /**
   * Opens sealed fields before `project`. Only for texts that must be searched; otherwise documents keep texts sealed.
   */
  unseals?: boolean
  /** Returns the ids of the documents that an event concerns. */
  identify(event: RecordedOf<Catalogue>): string | readonly string[] | undefined
  /** Returns the document after the event, or undefined to remove it. `document` is undefined where there is none. */
  project(document: Doc | undefined, event: RecordedOf<Catalogue>, id: string): Doc | undefined
}

/** The fields whose values an index can hold. */
type IndexedField<Doc extends object> = {
  [Field in keyof Doc & string]: Doc[Field] extends Scalar | undefined ? Field : never
}[keyof Doc & string]

/** The union of a catalogue's events as they are read from the log, with sealed fields sealed. */
export type RecordedOf<Catalogue extends EventCatalogue> = SealedEventOf<Catalogue> & Place

export type TenantProjection<Doc extends object, C extends EventCatalogue> = Projection<Doc, C> & {
  scope: 'tenant'
}
export type PublicProjection<Doc extends object, C extends EventCatalogue> = Projection<Doc, C> & {
  scope: 'public'
}

/** A projection with its type parameters erased, as the runner takes it. */
export type AnyProjection = {
  name: string
  version: number
  scope: 'tenant' | 'public'
  events: EventCatalogue
  indexes: Record<string, Index>
  unseals?: boolean
  identify(event: never): string | readonly string[] | undefined
  project(document: never, event: never, id: string): object | undefined
}

type Unscoped<Doc extends object, C extends EventCatalogue> = Omit<Projection<Doc, C>, 'scope'>

/** Declares documents that belong to the event's tenant: `tenantProjection<Doc>()({ … })`. */
export function tenantProjection<Doc extends object>() {
  return <const C extends EventCatalogue>(projection: Unscoped<Doc, C>): TenantProjection<Doc, C> => ({
    ...projection,
    scope: 'tenant',
  })
}

/** Declares documents that anybody may read, under the tenant `PUBLIC`: `publicProjection<Doc>()({ … })`. */
export function publicProjection<Doc extends object>() {
  return <const C extends EventCatalogue>(projection: Unscoped<Doc, C>): PublicProjection<Doc, C> => ({
    ...projection,
    scope: 'public',
  })
}

export { pick } from '@parley/contracts/message.ts'
