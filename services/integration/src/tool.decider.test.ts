import type { ToolEvent } from '@parley/contracts/integration/events.ts'
import { type ToolSettings, toolSettingsSchema } from '@parley/contracts/integration/tool.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, it } from 'vitest'
import { type ToolCommand, tool } from './tool.decider.ts'

const settings: ToolSettings = {
  name: 'Orders',
  description: 'Finds an order by its number.',
  fields: [{ in: 'query', key: 'id', type: 'string', required: true }],
  serverUrl: 'https://shop.example/orders',
}
const create: ToolCommand = {
  type: 'CreateTool',
  id: 't1',
  userId: 'u1',
  settings,
  serverUrlSecret: 's3cret',
}
const at = expect.any(String)
const created: ToolEvent = {
  type: 'ToolCreated',
  data: {
    id: 't1',
    userId: 'u1',
    at: '2026-11-21T12:00:00.000Z',
    name: 'Orders',
    description: 'Finds an order by its number.',
    fields: settings.fields,
    serverUrl: 'https://shop.example/orders',
    method: 'POST',
    serverUrlSecret: 's3cret',
  },
}

describe('a tool', () => {
  it('is created once, up to the limit of a workspace', () => {
    const [event] = given(tool).when(create).events()
    expect(event).toEqual({ ...created, data: { ...created.data, at } })
    given(tool, created).when(create).thenNothing()
    given(tool)
      .when({ ...create, limit: { maxTools: 2, tools: 2 } })
      .thenRejected('too-many-tools')
  })

  it('keeps its secret until it is replaced or removed', () => {
    given(tool, created).when({ type: 'ChangeTool', settings }).thenNothing()
    const [renamed] = given(tool, created)
      .when({ type: 'ChangeTool', settings: { ...settings, name: 'Order' } })
      .events()
    expect(renamed?.data).not.toHaveProperty('serverUrlSecret')
    expect(given(tool, created, renamed!).state).toMatchObject({
      tool: { name: 'Order', serverUrlSecret: 's3cret' },
    })
    const [unsigned] = given(tool, created)
      .when({ type: 'ChangeTool', settings, serverUrlSecret: '' })
      .events()
    expect(unsigned?.data).toMatchObject({ serverUrlSecret: '', signed: false })
    expect(given(tool, created, unsigned!).state).toMatchObject({ tool: { serverUrlSecret: '' } })
  })

  it('has versions, of which each can be restored; its secret stays as it is', () => {
    const key = (value: string) => [{ in: 'header', key: 'X-Key', type: 'string', value } as const]
    const change = (more: object, serverUrlSecret?: string): ToolCommand => ({
      type: 'ChangeTool',
      settings: { ...settings, ...more },
      ...(serverUrlSecret === undefined ? {} : { serverUrlSecret }),
    })
    const restore = (version: number): ToolCommand => ({ type: 'RestoreToolVersion', version })
    const [second] = given(tool, created)
      .when(change({ name: 'Order', fields: key('k1'), retries: 2 }))
      .events()
    expect(second?.data).toMatchObject({ changed: ['fields', 'name', 'retries'] })
    const [third] = given(tool, created, second!)
      .when(change({ name: 'Order', fields: key('k2') }, 'rotated'))
      .events()
    expect(third?.data).toMatchObject({ changed: ['fields', 'retries', 'serverUrlSecret'] })
    const [fourth] = given(tool, created, second!, third!).when(restore(2)).events()
    expect(fourth?.data).toMatchObject({
      ...{ name: 'Order', fields: key('k1'), retries: 2 },
      ...{ changed: ['fields', 'retries'], restoredFrom: 2 },
    })
    expect(fourth?.data).not.toHaveProperty('serverUrlSecret')
    const { state } = given(tool, created, second!, third!, fourth!)
    expect(state).toMatchObject({ tool: { fields: key('k1'), serverUrlSecret: 'rotated' } })
    expect(JSON.stringify(Object(state).versions)).not.toMatch(/s3cret|rotated/)
    given(tool, created, second!, third!, fourth!).when(restore(2)).thenRejected('nothing-changed')
    given(tool, created).when(restore(2)).thenRejected('not-found')
    // What the first version left out is left out again.
    const [fifth] = given(tool, created, second!, third!, fourth!).when(restore(1)).events()
    expect(fifth?.data).not.toHaveProperty('retries')
  })

  it('keeps its newest versions', () => {
    const events = [created as ToolEvent]
    for (let nth = 2; nth <= 25; nth++)
      events.push(
        ...given(tool, ...events)
          .when({ type: 'ChangeTool', settings: { ...settings, name: `Order ${nth}` } })
          .events(),
      )
    given(tool, ...events)
      .when({ type: 'RestoreToolVersion', version: 5 })
      .thenRejected('not-found')
    const [restored] = given(tool, ...events)
      .when({ type: 'RestoreToolVersion', version: 6 })
      .events()
    expect(restored?.data).toMatchObject({ name: 'Order 6', restoredFrom: 6 })
  })

  it('does not exist after it was deleted', () => {
    const [deleted] = given(tool, created).when({ type: 'DeleteTool' }).events()
    given(tool, created, deleted!).when({ type: 'ChangeTool', settings }).thenRejected('not-found')
    given(tool, created, deleted!)
      .when({ type: 'RecordTest', outcome: 'ok', tookMs: 1 })
      .thenRejected('not-found')
  })
})

describe('the settings of a tool', () => {
  const fault = (change: object) =>
    toolSettingsSchema.safeParse({ ...settings, ...change }).error?.issues.map(({ message }) => message)
  const field = (change: object) => ({ fields: [{ in: 'body', key: 'a', type: 'string', ...change }] })

  it('need a name, a description and a valid address', () => {
    expect(fault({ name: ' ' })).toEqual(['Please provide a name for the tool.'])
    expect(fault({ description: '' })).toEqual(['Please describe what the tool does.'])
    for (const serverUrl of ['', 'shop', 'ftp://a.example', 'javascript:alert(1)'])
      expect(fault({ serverUrl }), serverUrl).toEqual(['Please enter a valid URL.'])
  })

  it('have no two fields of one name in one place, and no header that Parley sets', () => {
    const twice = { fields: [...field({}).fields, ...field({}).fields] }
    expect(fault(twice)).toEqual(['There are two fields named a in the body.'])
    expect(fault(field({ in: 'header', key: 'X-Parley-Signature' }))).toHaveLength(1)
    expect(fault(field({ in: 'header', key: 'a b' }))).toEqual(['a b is no name of a header.'])
    expect(fault({ ...field({}), method: 'GET' })).toEqual(['A GET request has no body.'])
    expect(fault(field({}))).toBeUndefined()
  })
})
