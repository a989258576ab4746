import { expect, test } from 'vitest'
import { emptyVariables } from './empty-variables.ts'

const step = (text: string, subject = '') =>
  ({ a: { text, subject } }) as Parameters<typeof emptyVariables>[0][0]

test('names the variables of which no recipient has a value', () => {
  const people: { variables: Record<string, string> }[] = [
    { variables: { Name: 'Ada' } },
    { variables: { city: '' } },
  ]
  const steps = [step('Hi {{name}} of {{city}}', 'For {{nick|you}}'), step('{{city}}')]
  expect(emptyVariables(steps, people)).toEqual(['nick', 'city'])
  expect(emptyVariables(steps, [])).toEqual([])
})
