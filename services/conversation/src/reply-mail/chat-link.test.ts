import { expect, it } from 'vitest'
import { chatLink } from './chat-link.ts'

const chat = 'https://desk.example/app/na/render/a1/iframe'

it('leads to the page where the visitor was, only on a website of the agent', () => {
  const of = (pageUrl: string | undefined, ...allowedOrigins: string[]) =>
    chatLink({ allowedOrigins }, pageUrl, chat)
  expect(of('https://shop.example/lamps?a=1', 'https://shop.example')).toBe('https://shop.example/lamps?a=1')
  expect(of('https://shop.example/lamps?t=…#x', 'https://shop.example')).toBe('https://shop.example/lamps')
  expect(of('https://evil.example/', 'https://shop.example')).toBe(chat)
  expect(of('https://evil.example/')).toBe(chat)
  expect(of(undefined, 'https://shop.example')).toBe(chat)
  expect(of('javascript:alert(1)', 'https://shop.example')).toBe(chat)
})
