import { expect, test } from 'vitest'
import { templateWords } from './template-words.ts'

test('an export says which knowledge is in the template and which is not', () => {
  const included = 'Included: settings, flow, and the texts and questions of the knowledge.'
  expect(templateWords({ documents: 2, websites: 1 })).toBe(
    `${included} Not included: 2 documents, 1 website, secrets, and channels.`,
  )
  expect(templateWords({ documents: 0, websites: 0 })).toBe(`${included} Not included: secrets and channels.`)
})
