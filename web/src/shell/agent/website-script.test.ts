import { expect, it } from 'vitest'
import { chatAddress, containerScript, frameEmbed, websiteScript } from './website-script.ts'

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

it('inline is a container and a script that names it, a frame the address of the embed', () => {
  const place = { region: 'eu', agentId: 'a1B2' } as const
  const inline = containerScript(place, 'https://parley.example')
  const id = /<div id="([\w-]+)"/.exec(inline)?.[1]
  expect(inline).toContain(`data-container="#${id}"`)
  expect(inline).toContain('src="https://parley.example/widget/eu/a1B2.js"')
  expect(frameEmbed(place, 'https://parley.example')).toContain(
    'src="https://parley.example/app/eu/render/a1B2/iframe"',
  )
})
