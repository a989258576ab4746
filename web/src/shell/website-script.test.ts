import { expect, it } from 'vitest'
import { websiteScript } from './website-script.ts'

it('is one script tag that names origin, region and agent', () => {
  expect(websiteScript({ region: 'eu', agentId: 'a1B2' }, 'https://parley.example')).toBe(
    '<script async src="https://parley.example/widget/eu/a1B2.js"></script>',
  )
})

it('lets no id break out of the attribute', () => {
  expect(websiteScript({ region: 'na', agentId: '"><b' }, '')).not.toContain('"><b')
})
