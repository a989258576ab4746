/** Calls endpoints with a given id at one of their places. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { type IdPlace, idPlacesOf } from './id-places.ts'
import { type Answered, callEndpoint, type Owned, type Reached } from './owned.ts'
import { jsonSchemaOf, leastSampleOf } from './samples.ts'

/**
 * A call with `id` at a place, by a bearer who owns everything else that is named; the body has all required fields.
 */
export function callWith(
  parley: Reached,
  caller: Owned,
  token: string,
  endpoint: Endpoint,
  place: IdPlace,
  id: string,
): Promise<Answered> {
  const places = idPlacesOf(endpoint)
  const valueAt = (where: IdPlace['where'], path: string) => {
    if (place.where === where && place.text.path === path) return id
    return places.find((each) => each.where === where && each.text.path === path)?.kind.of(caller)
  }
  const sampleFor = (where: 'query' | 'body') => {
    const schema = endpoint[where]
    const to = place.where === where ? place.text : undefined
    return schema && leastSampleOf(jsonSchemaOf(schema), to, (path) => valueAt(where, path))
  }
  const named = { ...caller.named }
  for (const { where, text } of places)
    if (where === 'params') named[text.path] = valueAt('params', text.path) ?? ''
  const query = new URLSearchParams(
    Object.entries(Object(sampleFor('query'))).map(([key, value]) => [key, String(value)]),
  )
  const body = sampleFor('body')
  return callEndpoint(parley, endpoint, {
    named,
    token,
    query: query.size > 0 ? `?${query}` : '',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(merged(body, besides[endpoint.name]?.(id, place, caller))) }),
  })
}

let clients = 0
const sampleFile = { name: 'sample.txt', fileName: 'sample.txt', base64Payload: 'c2FtcGxl' }

/** Fields that some endpoints need besides those their schema requires. */
const besides: Record<string, (id: string, place: IdPlace, caller: Owned) => object> = {
  // The newest one of `ownEverything`.
  'blueprints.rollOut': () => ({ version: 2 }),
  'canary.start': () => ({ draft: { title: 'sample' } }),
  'knowledge.addDocument': () => sampleFile,
  'knowledge.changeChunk': (_, { label }, { named }) => ({
    text: 'sample',
    ...(label === 'body.pageId' ? {} : { pageId: named.pageId }),
  }),
  'rpc.uploadFile': () => ({ ...sampleFile, targetPath: 'sample.txt' }),
  'knowledge.edit': () => ({ content: 'sample' }),
  'conversations.upload': () => sampleFile,
  'conversations.attach': () => sampleFile,
  'conversations.send': () => ({ text: 'sample' }),
  'conversations.reply': () => ({ text: 'sample' }),
  // An address belongs to one client.
  'clients.create': () => ({ email: `client${++clients}@example.com` }),
  'inbox.saveView': (id) => ({ name: id, filters: { tag: 'sample' } }),
  'inbox.saveCannedResponse': (id) => ({ shortcut: id }),
  'rpc.convertAgentTemplateToAgent': () => ({ agentTemplate: { template: { enableNodes: false } } }),
}

function merged(sample: unknown, more: unknown): unknown {
  if (typeof sample !== 'object' || typeof more !== 'object') return more ?? sample
  const entries = Object.entries(more ?? {}).map(([key, value]) => [key, merged(Object(sample)[key], value)])
  return { ...sample, ...Object.fromEntries(entries) }
}
