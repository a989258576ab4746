import { expect, test } from 'vitest'
import { tagRulesOfClient } from './inbox-rules.ts'

const any = (...predefinedTags: string[]) => ({ predefinedTags, disallowAnyTags: false })
const only = (...predefinedTags: string[]) => ({ predefinedTags, disallowAnyTags: true })

test('a client is offered the tags of its organisation, and those of the workspace only where no others may be used', () => {
  expect(tagRulesOfClient(any('vip'), any('order'))).toEqual(any('order'))
  expect(tagRulesOfClient(any('vip'), only('order'))).toEqual(only('order'))
  expect(tagRulesOfClient(only('vip', 'order'), any('order'))).toEqual(only('order', 'vip'))
  expect(tagRulesOfClient(only('vip'), only('order'))).toEqual(only('order'))
})
