import { describe, expect, it } from 'vitest'
import { readTemplate } from './template-file.ts'

describe('reading a template file', () => {
  it('returns the content of an export', () => {
    const exported = {
      key: 'shop',
      name: 'Shop',
      description: 'Sells',
      icon: 'headset',
      template: { title: 'Shop', enableNodes: true },
      knowledge: [{ name: 'FAQ', kind: 'text', content: 'x' }],
    }
    expect(readTemplate(JSON.stringify(exported))).toEqual({ ok: true, template: exported })
  })

  it('fills in defaults that a hand-written file leaves out', () => {
    const read = readTemplate('{"name":"Shop","template":{}}')
    expect(read).toEqual({
      ok: true,
      template: { key: 'imported', name: 'Shop', description: '', icon: '', template: {} },
    })
  })

  it.each([
    ['<html>', 'not JSON'],
    ['[]', 'isn’t an agent template'],
    ['{"name":"Shop"}', 'isn’t an agent template'],
    ['{"name":"Shop","template":[]}', 'isn’t an agent template'],
    ['{"template":{}}', 'no name'],
  ])('rejects %s with a reason', (text, why) => {
    const read = readTemplate(text)
    expect(read.ok).toBe(false)
    expect(read.ok || read.message).toContain(why)
  })
})
