import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { customThemeOf } from '../design/theme/custom-theme.ts'
import { agentFieldNames, editOf, fieldLabel, fieldText, numberAt, textAt, valueAt } from './agent-fields.ts'
import { pathLabel, readableAt, readableChange, readableConflict } from './readable-value.ts'

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

describe('a conflict', () => {
  const node = { id: 'n1', type: 'message', title: 'Hello', text: 'Hi', next: 'n2', position: { x: 0, y: 0 } }
  const flow = [node, { id: 'n2', type: 'end', position: { x: 9, y: 9 } }] as AgentNode[]

  it('of a field is told as in the review, never as JSON', () => {
    const conflict = { path: 'aiDisclosure', base: {}, mine: { off: true }, theirs: { off: false } }
    const { mine, theirs } = readableConflict(conflict, [])
    expect([mine.after, theirs.after]).toEqual([
      'Tell visitors that they talk to an AI: Off',
      'Tell visitors that they talk to an AI: On',
    ])
  })

  it('of a node says what is in it and where it leads, of its place the coordinates', () => {
    const of = { path: 'nodes.n1', nodeId: 'n1' }
    const { mine, theirs } = readableConflict(
      { ...of, base: node, mine: { ...node, text: 'Hey' }, theirs: undefined },
      flow,
    )
    expect(mine).toEqual({
      before: 'Hello\n  Text: Hi\n  Then: “End”',
      after: 'Hello\n  Text: Hey\n  Then: “End”',
    })
    expect(theirs).toEqual({ before: mine.before })
    const place = { ...of, path: 'nodes.n1.position', base: { x: 0, y: 0 } }
    expect(
      readableConflict({ ...place, mine: { x: 1.4, y: 2 }, theirs: { x: 5, y: 5 } }, flow).mine.after,
    ).toBe('1, 2')
  })
})

describe('a change in the audit', () => {
  it('is named by its field and part, and told without JSON', () => {
    expect(pathLabel('document.nodes[n1].next')).toBe('Nodes: Then')
    expect(pathLabel('document.nodes[n1]')).toBe('Nodes')
    expect(pathLabel('document.ui.widgetType')).toBe('Shape of the widget')
    expect(pathLabel('document.openingHours.weekly[0].from')).toBe('Opening hours: From')
    expect(pathLabel('members[u1].displayName')).toBe('Display name')
    expect(pathLabel('members[u1]')).toBe('Members')
    expect(readableAt('members[u1]', undefined, { displayName: 'Ada', roles: ['owner'] })).toEqual({
      after: 'Display name: Ada\nRoles:\n  - owner',
    })
    expect(readableAt('document.enableNodes', false, true)).toEqual({ before: 'Off', after: 'On' })
    const end = { id: 'n2', type: 'end', text: 'Bye', position: { x: 9, y: 9 } }
    expect(readableAt('document.nodes[n2]', end, undefined)).toEqual({ before: 'End\n  Text: Bye' })
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
