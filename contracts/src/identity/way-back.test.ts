import { describe, expect, it } from 'vitest'
import { wayBack } from './way-back.ts'

const origin = 'https://parley.example'
const after = (next: string) => wayBack(`?next=${encodeURIComponent(next)}`, origin)

describe('the address after sign-in', () => {
  it('is a path of this site with its query and fragment', () => {
    expect(after('/app/eu/agents/a1/kb?q=x#top')).toBe('/app/eu/agents/a1/kb?q=x#top')
  })

  it('is the dashboard if `next` is missing', () => {
    expect(wayBack('', origin)).toBe('/app/')
  })

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'app/na',
    '/.//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example/x?y#z',
    '/x/..//evil.example',
    '/app/../..//evil.example',
    '/.\\/evil.example',
    '/./\\evil.example',
  ])('is never outside of the site for %s', (next) => {
    expect(after(next)).toBe('/app/')
  })
})
