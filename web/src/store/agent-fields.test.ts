import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { customThemeOf } from '../design/custom-theme.ts'
import { agentFieldNames, editOf, fieldLabel, fieldText, numberAt, textAt, valueAt } from './agent-fields.ts'
import { readableChange } from './readable-value.ts'

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

describe('a change', () => {
  it('of a group or a list is told by the names of its parts', () => {
    const [modal, inline] = [{ widgetType: 'modal', enableFixedFeedbackBtns: true }, { widgetType: 'inline' }]
    expect(readableChange('ui', modal, inline)).toEqual({
      before: 'Shape of the widget: modal\nAlways show feedback buttons: On',
      after: 'Shape of the widget: inline',
    })
    expect(readableChange('vg_initMessages', ['Hi', 'How\nare you?'], []).before).toBe(
      '- Hi\n- How\n  are you?',
    )
    expect(readableChange('aiDisclosure', {}, { off: true }).after).toBe(
      'Tell visitors that they talk to an AI: Off',
    )
    expect(
      readableChange('assignedToolsIds', ['t1', 't2'], [], (id) => (id === 't1' ? 'Book' : undefined)),
    ).toEqual({ before: '- Book\n- t2', after: '' })
  })

  it('to or from no value names what applies without one', () => {
    expect(readableChange('fontFamily', undefined, 'Lora')).toEqual({ before: 'DM Sans', after: 'Lora' })
    expect(readableChange('fontFamily', undefined, 'DM Sans').before).toBe('')
  })

  it('of opening hours names days and times', () => {
    const hours = {
      timeZone: 'Europe/Lisbon',
      weekly: [
        { day: 'monday', from: '09:00', to: '12:00' },
        { day: 'monday', from: '13:00', to: '17:00' },
      ],
      holidays: ['2026-12-25'],
    }
    const { after } = readableChange('openingHours', undefined, hours)
    expect(after).toContain('Monday: 09:00–12:00, 13:00–17:00\nTuesday: Closed')
    expect(after).toContain('Time zone: Europe/Lisbon\nHolidays: 2026-12-25')
  })

  it('of colours names the primary one, and the steps only where they are others', () => {
    const theme = customThemeOf('#ff00ff', 'light')
    const { before, after } = readableChange(
      'customThemeJSONString',
      JSON.stringify(theme),
      JSON.stringify({ ...theme, nineColorPallet: theme.nineColorPallet.toReversed() }),
    )
    expect(before).toBe('Primary colour: #ff00ff\nDark mode: Off')
    expect(after).toMatch(/^Primary colour: #ff00ff\nDark mode: Off\nPalette:\n {2}- #[0-9a-f]{6}\n/)
  })

  it('of nodes names them, says where they lead, and that one was moved', () => {
    const ask = {
      ...{ id: 'n1', type: 'question', title: 'Name', text: 'Who are you?', variable: 'name' },
      ...{ capture: 'name', next: 'n2', position: { x: 0, y: 0 } },
    }
    const branch = { id: 'b1', test: { variable: 'name', operator: 'is-set' }, next: 'n1' }
    const test = { id: 'n2', type: 'condition', branches: [branch], position: { x: 9, y: 0 } }
    const { before, after } = readableChange(
      'nodes',
      [ask, test],
      [{ ...ask, position: { x: 5, y: 5 } }, test],
    )
    expect(before).toBe(
      [
        'Name',
        '  Text: Who are you?',
        '  Variable: name',
        '  Answer type: A name',
        '  Then: “Condition”',
        'Condition',
        '  - name is set',
        '    Then: “Name”',
      ].join('\n'),
    )
    expect(after.split('\n').filter((line) => !before.split('\n').includes(line))).toEqual([
      '  Moved on the canvas',
    ])
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
