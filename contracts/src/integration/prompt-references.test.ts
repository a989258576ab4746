import { describe, expect, test } from 'vitest'
import type { AgentDocument } from '../agent/document.ts'
import {
  leavesPromptsOut,
  mostPromptsOfAgent,
  mostReferencedCharacters,
  promptIdsOf,
  variablesInPrompt,
  withPromptTexts,
  withTexts,
} from './prompt-references.ts'

const ai = (prompt: string) => ({ id: 'n', type: 'ai', prompt, position: { x: 0, y: 0 } }) as const
const document: AgentDocument = {
  vg_systemPrompt: 'Hi. {{prompt:tone}} {{ prompt:gone }}{{name}}',
  nodes: [ai('{{prompt:rules}} {{prompt:tone}}')],
  vg_kb_llm: { searchPrompt: '{{prompt:sources}}', temperature: 1 },
}

describe('references to prompts', () => {
  test('are found in the system prompt, in AI nodes, and in the prompt for answers from the knowledge', () => {
    expect(promptIdsOf(document)).toEqual(['tone', 'gone', 'rules', 'sources'])
    expect(promptIdsOf({})).toEqual([])
  })

  test('give way to the texts, or to nothing', () => {
    const texts = new Map([
      ['tone', 'Be kind, {{name}}.'],
      ['rules', 'No refunds.'],
      ['sources', 'Name the page.'],
    ])
    expect(withPromptTexts(document, texts)).toEqual({
      vg_systemPrompt: 'Hi. Be kind, {{name}}. {{name}}',
      nodes: [ai('No refunds. Be kind, {{name}}.')],
      vg_kb_llm: { searchPrompt: 'Name the page.', temperature: 1 },
    })
  })

  test('of a prompt are not followed', () => {
    expect(
      withTexts(
        '{{prompt:a}}',
        new Map([
          ['a', 'A {{prompt:a}}{{prompt:b}}.'],
          ['b', 'B'],
        ]),
      ),
    ).toBe('A .')
  })

  test('add no more than a text has room for', () => {
    const half = 'x'.repeat(mostReferencedCharacters / 2 + 1)
    const whole = withTexts(
      '{{prompt:a}}|{{prompt:a}}|{{prompt:b}}',
      new Map([
        ['a', half],
        ['b', 'B'],
      ]),
    )
    expect(whole).toBe(`${half}||B`)
    expect(leavesPromptsOut('{{prompt:a}}|{{prompt:a}}', new Map([['a', half]]))).toBe(true)
    expect(leavesPromptsOut('{{prompt:a}}', new Map([['a', half]]))).toBe(false)
    const many = Array.from({ length: mostPromptsOfAgent }, (_, nth) => `{{prompt:p${nth}}}`).join('')
    expect(leavesPromptsOut(many, new Map())).toBe(false)
    expect(leavesPromptsOut(`${many}{{prompt:more}}`, new Map())).toBe(true)
  })

  test('are no variables', () => {
    expect(variablesInPrompt('{{name}} {{ city }} {{name}} {{prompt:a}}')).toEqual(['name', 'city'])
  })
})
