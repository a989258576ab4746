import * as contract from '@parley/contracts/agent/templates.ts'
import { expect, it } from 'vitest'
import { templates, templateTabs } from './templates.ts'

it('lists the templates and tabs of the contract in the same order', () => {
  expect(templates.map((template) => template.key)).toEqual(contract.templateKeys)
  expect(templateTabs).toEqual(contract.templateTabs)
})
