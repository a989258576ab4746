import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { expect, onTestFinished, test } from 'vitest'
import { graphApi } from '../meta/graph-api.ts'
import { startGraphDouble } from '../meta/graph-double.ts'
import { whatsAppAdapter } from './whatsapp-adapter.ts'

test.each([
  ['as Meta has verified it', 'Lamp Shop', 'Lamp Shop'],
  ['its number where no name is verified', '', '+1 555 0100'],
  ['its number where there is none', null, '+1 555 0100'],
  ['short enough to be changed', '😀'.repeat(90), '😀'.repeat(50)],
])('a number is named %s', async (_, verifiedName, name) => {
  const graph = await startGraphDouble()
  onTestFinished(() => graph.stop())
  const token = graph.app('secret', '77777')
  graph.number('55555', '77777', { display: '+1 555 0100', verifiedName: verifiedName as string })
  // Another one of the account has none.
  graph.number('66666', '77777', { verifiedName: null as never })
  const fetch = createSafeFetch({ allowPrivateAddresses: [new URL(graph.url).host] })
  const api = graphApi({ apiUrl: graph.url, version: 'v23.0', fetch })
  const adapter = whatsAppAdapter({ api, publicUrl: 'https://parley.example', region: 'na' })
  const own = { phoneNumberId: '55555', businessId: '77777' }
  expect(await adapter.identify?.({ token, appSecret: 'secret' }, own)).toMatchObject({ ok: true, name })
})
