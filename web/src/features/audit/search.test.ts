import { describe, expect, it } from 'vitest'
import { actedBy, auditSearch, eventOf, rangeOf } from './search.ts'

describe('query parameters of the timeline', () => {
  it('keep valid values and drop the rest', () => {
    expect(
      auditSearch({
        search: 42,
        agent: 'a1',
        from: '2026-01-31',
        to: 'soon',
        event: 'agent-a_1/3',
        tab: 'x',
      }),
    ).toEqual({
      search: '42',
      agent: 'a1',
      from: '2026-01-31',
      event: 'agent-a_1/3',
    })
    expect(auditSearch({ event: '../3' })).toEqual({})
  })

  it('identify an event by its stream and revision', () => {
    expect(eventOf('conversation-c-1/12')).toEqual({ stream: 'conversation-c-1', revision: 12 })
    expect(eventOf('agent-a1')).toBeUndefined()
  })

  it('leave out what the platform did by itself, unless the filters ask for it', () => {
    expect(actedBy({})).toBe('people')
    expect(actedBy({ agent: 'a1', from: '2026-01-31' })).toBe('people')
    expect(actedBy({ who: 'team' })).toBe('team')
    for (const filters of [{ platform: true }, { type: 'X' }, { stream: 'credits-1' }, { search: 'r1' }])
      expect(actedBy(filters)).toBeUndefined()
    expect(actedBy({ actor: 'charge-replies' })).toBeUndefined()
  })

  it('cover whole days in the time zone of the browser', () => {
    const { from, to } = rangeOf({ from: '2026-01-31', to: '2026-01-31' })
    expect(from).toBe(new Date(2026, 0, 31).toISOString())
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000 - 1)
    expect(rangeOf({ from: '2026-99-99' })).toEqual({})
  })
})
