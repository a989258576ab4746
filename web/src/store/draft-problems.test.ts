import { agentDocumentSchema } from '@parley/contracts/agent/document.ts'
import { describe, expect, it } from 'vitest'
import { problemsOf } from './draft-problems.ts'

describe('the problems that prevent publishing', () => {
  it('are empty for a valid agent', () => {
    expect(problemsOf({ title: 'Shop', vgOptions: { maxChunkSize: 1000 } })).toEqual({})
  })

  it.each([
    [{ title: ' ' }, 'title', 'Please provide a name for the agent.'],
    [
      { title: 'A', vgOptions: { maxChunkSize: 999 } },
      'vgOptions.maxChunkSize',
      'Max chunk size must be greater than 1000',
    ],
  ])('name the field of %j with the message of the contract', (draft, field, message) => {
    expect(problemsOf(draft)).toEqual({ [field]: message })
    const refused = agentDocumentSchema.safeParse(draft)
    expect(refused.error?.issues.map((issue) => issue.message)).toContain(message)
  })

  it('include problems of nodes', () => {
    const position = { x: 0, y: 0 }
    const nodes = [
      {
        id: 'q',
        type: 'question' as const,
        position,
        text: 'Name?',
        variable: 'your name',
        capture: 'name' as const,
      },
      { id: 'b', type: 'buttons' as const, position, text: '', buttons: [{ id: '1', label: '' }] },
      { id: 'm', type: 'message' as const, position, text: '' },
    ]
    const told = problemsOf({ title: 'A', enableNodes: true, nodes })
    expect(Object.keys(told)).toEqual(['nodes', 'nodes.q', 'nodes.b', 'nodes.m'])
    expect(told['nodes.b']).toBe('“Buttons”: Every button needs a label')
    expect(problemsOf({ title: 'A', enableNodes: false, nodes })).toEqual({})
  })
})
