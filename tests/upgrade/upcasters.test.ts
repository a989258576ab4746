/** Every upcaster, on data made from the schema it was declared with. */
import { changeTexts } from '@parley/contracts/marked-fields.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { sealedFieldsIn } from '@parley/contracts/sealed-fields.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { requireDeclared } from '@parley/kernel/log/event-check.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { jsonSchemaOf, leastSampleOf, sampleOf } from '../src/samples.ts'

const metadata = {
  tenant: 'w1',
  actor: { kind: 'system', id: 's' },
  cause: {},
  at: '',
  previousHash: '',
  hash: '',
}
const steps = Object.values(merged.aggregates).flatMap(({ events }) =>
  Object.entries(events).flatMap(([type, { earlier = {} }]) =>
    Object.entries(earlier).map(([version, { data }]) => ({ type, version: Number(version), data, events })),
  ),
)

test('there is an event with an earlier version', () => {
  expect(steps).not.toEqual([])
})

test.each(steps)(
  '$type of version $version becomes what its schema declares now, sealed texts sealed',
  (step) => {
    const { type, version, data, events } = step
    const samples = [sampleOf(data, anyText), leastSampleOf(jsonSchemaOf(data), undefined, () => undefined)]
    for (const sample of samples) {
      const sealed = sealedIn(data, sample)
      const stored = { id: '', stream: 's-1', revision: 0, position: 0, type }
      const now = decode(
        { ...stored, data: JSON.stringify(sealed), metadata: JSON.stringify({ ...metadata, version }) },
        events,
      ).data
      // Sealed as in the log, open as when it is appended.
      requireDeclared(events, type, JSON.parse(JSON.stringify(now).replaceAll(SEALED, '')))
      expect(textsOutside(events, type, now).filter((text) => text.includes(SEALED))).toEqual([])
    }
  },
)

/** Also where a text has to be an origin. */
const anyText = { text: 'https://shop.example', number: 1 }
const SEALED = 'sealed.v1.user-u1.'

function sealedIn(schema: z.ZodType, sample: unknown): unknown {
  return sealedFieldsIn(schema).reduce(
    (data, { path }) => changeTexts(data, path, (text) => `${SEALED}${text}`),
    sample,
  )
}

/** The texts that nothing would open. */
function textsOutside(events: EventCatalogue, type: string, data: unknown): string[] {
  const fields = sealedFieldsIn(events[type]!.data)
  const opened = fields.reduce((rest, { path }) => changeTexts(rest, path, () => 'opened'), data)
  const texts: string[] = []
  JSON.stringify(opened, (_, value) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts
}
