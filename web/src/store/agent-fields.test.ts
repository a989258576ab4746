import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentFieldNames, editOf, fieldLabel, fieldText, numberAt, textAt, valueAt } from './agent-fields.ts'

describe('the name of a change', () => {
  it('is that of its field, or of the field that it is within', () => {
    expect(fieldLabel('UIhandoffTitle')).toBe('Handoff title')
    expect(fieldLabel('ui')).toBe('Widget')
    expect(fieldLabel('ui.widgetType')).toBe('Shape of the widget')
    expect(fieldLabel('nodes.3.text')).toBe('Nodes')
    expect(fieldLabel('unheardOf.text')).toBe('unheardOf.text')
  })
})

describe('the value of a field', () => {
  it('is found and replaced within its group', () => {
    const agent = { title: 'Ada', ui: { widgetType: 'modal' as const, enableFixedFeedbackBtns: true } }
    expect(valueAt(agent, 'ui.widgetType')).toBe('modal')
    expect(valueAt({ title: 'Ada' }, 'ui.widgetType')).toBeUndefined()
    expect(editOf(agent, 'ui.widgetType', 'inline')).toEqual({ ui: { ...agent.ui, widgetType: 'inline' } })
    expect(editOf({}, 'ui.widgetType', 'inline')).toEqual({ ui: { widgetType: 'inline' } })
    expect(editOf(agent, 'title', 'Bea')).toEqual({ title: 'Bea' })
  })

  it('is what the agent does where the document has none', () => {
    expect(numberAt({}, 'messageDelayMS')).toBe(1000)
    expect(numberAt({ messageDelayMS: 0 }, 'messageDelayMS')).toBe(0)
    expect(numberAt({}, 'vg_kb_llm.temperature')).toBeUndefined()
    expect(textAt({ fontFamily: '' }, 'fontFamily')).toBe('DM Sans')
    expect(textAt({ title: '' }, 'title')).toBe('')
  })
})

it('every field with a place has a control', () => {
  const features = join(import.meta.dirname, '../features')
  const sources = ['settings', 'prompt', 'knowledge', 'agents', 'tools']
    .flatMap((folder) =>
      readdirSync(join(features, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(features, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.tsx') || file.endsWith('use-flow.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  const placed = agentFieldNames.filter((name) => fieldText(name).place)
  expect(placed.length).toBeGreaterThan(50)
  const isSet = (name: string) =>
    sources.some(
      (source) =>
        source.includes(`'${name}'`) ||
        source.includes(`"${name}"`) ||
        new RegExp(`edit\\(\\{ ${name}\\b|\\b${name} \\}\\)`).test(source),
    )
  expect(placed.filter((name) => !isSet(name))).toEqual([])
})
