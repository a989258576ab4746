import { expect, it } from 'vitest'
import { chatAddress, websiteScript } from './website-script.ts'

it('is one script tag that names origin, region and agent', () => {
  expect(websiteScript({ region: 'eu', agentId: 'a1B2' }, 'https://parley.example')).toBe(
    '<script async src="https://parley.example/widget/eu/a1B2.js"></script>',
  )
})

it('lets no id break out of the attribute', () => {
  expect(websiteScript({ region: 'na', agentId: '"><b' }, '')).not.toContain('"><b')
})

it('names the chat of the published agent alone', () => {
  expect(chatAddress({ region: 'na', agentId: 'a1' })).toBe('/widget/na/a1/frame')
})
