import { describe, expect, it } from 'vitest'
import { newAgentDefaults } from './defaults.ts'
import { flowProblems, isPath } from './flow-problems.ts'
import type { AgentNode } from './nodes.ts'

type Bare = AgentNode extends infer N ? (N extends AgentNode ? Omit<N, 'position'> : never) : never
const flow = (...nodes: Bare[]) => nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } }) as AgentNode)
const told = (nodes: AgentNode[], toolIds?: string[]) =>
  flowProblems(nodes, toolIds ? { toolIds } : {}).map(({ level, nodeId, message }) => [
    level,
    nodeId,
    message,
  ])

const start = { id: 's', type: 'start', next: 'm' } as const
const message = { id: 'm', type: 'message', text: 'Hello' } as const

describe('a flow', () => {
  it('of a new agent has no problems, and neither has an empty one', () => {
    const document = newAgentDefaults({
      ID: 'a',
      ownerID: 'w',
      region: 'eu',
      SECRET_API_KEY: 'vg_aaaaaaaaaaaaaaaaaaaa',
      lastModified: 0,
    })
    expect(flowProblems(document.nodes ?? [])).toEqual([])
    expect(told([])).toEqual([])
    expect(told(flow(start, message))).toEqual([])
  })

  it('must have exactly one start node and no duplicate ids', () => {
    expect(told(flow(message))).toEqual([
      ['error', '', 'The flow has no Start node, so that no conversation can begin.'],
      ['error', 'm', 'Nothing leads to “Message: Hello”. Lead a node to it, or remove it.'],
    ])
    expect(told(flow(start, message, { id: 's2', type: 'start', next: 'm' }))).toEqual([
      ['error', 's2', 'There are two Start nodes; a flow has one.'],
    ])
    expect(told(flow(start, message, { ...message, title: 'Twin' }))[0]).toEqual([
      'error',
      'm',
      '“Twin” has the same id as “Message: Hello”.',
    ])
  })

  it('must lead only to existing nodes other than notes', () => {
    expect(told(flow({ ...start, next: 'gone' }))).toEqual([
      ['error', 's', '“Start”: Then leads to a node that is not there.'],
    ])
    expect(told(flow({ ...start, next: 'n' }, { id: 'n', type: 'note', text: 'x' }))).toEqual([
      ['error', 's', '“Start”: Then leads to a note, which does nothing.'],
    ])
  })

  it('must lead to every node except notes', () => {
    expect(
      told(flow(start, message, { id: 'x', type: 'ai', title: 'Lost' }, { id: 'n', type: 'note', text: '' })),
    ).toEqual([['error', 'x', 'Nothing leads to “Lost”. Lead a node to it, or remove it.']])
  })

  it('must continue where the visitor would otherwise wait without end', () => {
    const question = { id: 'm', type: 'question', text: 'Name?', variable: 'name', capture: 'name' } as const
    expect(told(flow(start, question))).toEqual([
      ['error', 'm', '“Question: Name?”: Then leads nowhere. Lead it on, or to an End.'],
    ])
    expect(told(flow(start, { ...question, next: 'e' }, { id: 'e', type: 'end' }))).toEqual([])
    expect(told(flow(start, { id: 'm', type: 'jump', to: '' }))[0]?.[2]).toContain('Jump to leads nowhere')
  })

  it('must not loop without input of the visitor', () => {
    const circle = flow(
      start,
      { ...message, next: 'v' },
      { id: 'v', type: 'set-variable', title: 'Count', variable: 'x', value: '1', next: 'j' },
      { id: 'j', type: 'jump', title: 'Again', to: 'm' },
    )
    expect(told(circle)).toEqual([
      [
        'error',
        'm',
        '“Message: Hello” leads back to itself through “Count”, “Again” without the visitor saying anything.',
      ],
    ])
    const asks = flow(
      start,
      { id: 'm', type: 'question', text: '?', variable: 'x', capture: 'text', next: 'j' },
      { id: 'j', type: 'jump', to: 'm' },
    )
    expect(told(asks)).toEqual([])
  })

  it('warns about variables that only a page could set, and refuses to map them', () => {
    expect(told(flow(start, { ...message, text: 'Hi {{ nick }}, {{name}}' }))).toEqual([
      [
        'warning',
        'm',
        '“Message: Hi {{ nick }}, {{name}}” uses {{nick}}, which no node sets. It is empty unless the page sets it.',
      ],
    ])
    const map: Bare = {
      id: 'm',
      type: 'map',
      title: 'Pick',
      mappings: [{ id: '1', from: 'order', path: 'a', transform: 'as-is', saveTo: 'x' }],
      next: 'e',
    }
    expect(told(flow(start, map, { id: 'e', type: 'end', text: '{{x}}' }))).toEqual([
      ['error', 'm', '“Pick” uses {{order}}, which no node sets.'],
    ])
  })

  it('must call existing tools, and sites that no variable determines', () => {
    const tool: Bare = { id: 'm', type: 'tool', title: 'Call', toolId: 't1', next: 'e' }
    const end: Bare = { id: 'e', type: 'end' }
    expect(told(flow(start, tool, end), ['t1'])).toEqual([])
    expect(told(flow(start, tool, end), ['t2'])[0]?.[2]).toBe(
      '“Call” calls a tool that does not exist any more.',
    )
    expect(told(flow(start, { ...tool, toolId: '' }, end))[0]?.[2]).toBe('“Call”: Choose the tool to call.')
    const http = (url: string) =>
      told(flow(start, { id: 'm', type: 'http', method: 'GET', url, headers: [], next: 'e' }, end)).length
    expect(http('https://shop.example/orders/{{name}}?a={{email}}')).toBe(0)
    for (const url of [
      '',
      'shop.example',
      'ftp://a',
      'https://{{name}}/',
      'https://{{name}}.a.example/',
      'https://a@b/',
    ])
      expect(http(url), url).toBe(1)
  })

  it('must have forms that can be filled in', () => {
    const form = (...fields: { name: string; label: string; type: 'text' | 'select' }[]) =>
      told(
        flow(
          start,
          { id: 'm', type: 'form', title: 'F', text: '', fields, next: 'e' },
          { id: 'e', type: 'end' },
        ),
      ).map(([, , text]) => text)
    expect(form({ name: 'a', label: 'A', type: 'text' })).toEqual([])
    expect(form({ name: 'a', label: 'A', type: 'text' }, { name: 'a', label: ' ', type: 'select' })).toEqual([
      '“F”: Two fields are kept in the same variable.',
      '“F”: Every field needs a label.',
      '“F”: A field to choose from needs choices.',
    ])
  })
})

it('distinguishes paths from other texts', () => {
  for (const path of ['', 'a', '$.a', 'a.b[0].c', '[0]', '[*].a', 'a["b c"]', "a['x']", 'a[-1]'])
    expect(isPath(path), path).toBe(true)
  for (const path of ['a[', 'a..b', 'a[b]', '.', 'a.']) expect(isPath(path), path).toBe(path === '.')
})
