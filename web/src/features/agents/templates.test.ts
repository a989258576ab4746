import * as contract from '@parley/contracts/agent/templates.ts'
import { expect, it } from 'vitest'
import { maxBusinessName, templates, templateTabs } from './templates.ts'

it('lists the templates and tabs of the contract in the same order', () => {
  expect(templates.map((template) => template.key)).toEqual(contract.templateKeys)
  expect(templateTabs).toEqual(contract.templateTabs)
})

it('knows which templates name no business', () => {
  const without = templates.filter((template) => template.withoutBusiness).map((template) => template.key)
  expect(without).toEqual(contract.templatesWithoutBusiness)
  expect(maxBusinessName).toBe(contract.maxBusinessName)
})
