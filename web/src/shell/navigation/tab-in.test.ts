import { expect, test } from 'vitest'
import { tabIn } from './tab-in.ts'

const tabs = ['core', 'ui', 'language'] as const

test.each([
  [{ tab: 'ui' }, 'ui'],
  [{ activeTabIndex: 2 }, 'language'],
  [{ activeTabIndex: '0' }, 'core'],
  [{ tab: 'ui', activeTabIndex: 2 }, 'ui'],
  [{ activeTabIndex: 3 }, undefined],
  [{ activeTabIndex: 'x' }, undefined],
  [{}, undefined],
])('%j names %s', (raw, tab) => {
  expect(tabIn(tabs, raw)).toBe(tab)
})
