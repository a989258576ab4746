import { expect, it } from 'vitest'
import { chatAddress, websiteScript } from './website-script.ts'

it('is one script tag with origin, region and agent', () => {
  expect(websiteScript({ region: 'eu', agentId: 'a1B2' }, 'https://parley.example')).toBe(
    '<script async src="https://parley.example/widget/eu/a1B2.js"></script>',
  )
})

it('escapes ids within the attribute', () => {
  expect(websiteScript({ region: 'na', agentId: '"><b' }, '')).not.toContain('"><b')
})

it('the chat address is that of the published agent', () => {
  expect(chatAddress({ region: 'na', agentId: 'a1' })).toBe('/widget/na/a1/frame')
})
