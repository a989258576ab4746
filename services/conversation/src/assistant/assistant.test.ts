/** The assistants, on real embedded engines with a double of a model's provider. */
import { describe, expect, test } from 'vitest'
import { AGENT, contextOf, openConversationRegion, type Setup } from '../conversation.test-setup.ts'
import { assistantHandlers } from './assistant.handlers.ts'
import { cleanedAnswer } from './css-assistant.ts'
import { createPaidCalls } from './paid-calls.ts'
import { improvedPrompt, lostVariables } from './prompt-assistant.ts'

const clean = (css: string) => css.replace(/@import [^;]*;/g, '').trim()

describe('CSS in an answer', () => {
  test('holds only what the chat applies, in blocks that say so', () => {
    const answer = 'Square.\n```css\n@import url(x);\n.a { color: red }\n```\nDone.'
    expect(cleanedAnswer(answer, clean)).toEqual({
      response: 'Square.\n```css\n.a { color: red }\n```\nDone.',
      leftOut: 1,
    })
  })

  test('is cleaned too in a block without a language, or without an end', () => {
    expect(cleanedAnswer('```\n@import url(x);.a{}\n```', clean).response).toBe('```css\n.a{}\n```')
    expect(cleanedAnswer('Here: ```css\n@import url(x);.a{}', clean).response).toBe('Here: ```css\n.a{}\n```')
    expect(cleanedAnswer('```css\n@import url(x);\n```', clean)).toEqual({
      response: 'The CSS held nothing that the chat can apply.',
      leftOut: 1,
    })
  })

  test('is nothing where there is none', () => {
    expect(cleanedAnswer('I only write CSS.', clean)).toEqual({ response: 'I only write CSS.', leftOut: 0 })
  })
})

describe('an improved prompt', () => {
  test('is without tags and fences', () => {
    for (const answer of ['You help.', '```\nYou help.\n```', '<prompt>\nYou help.\n</prompt>'])
      expect(improvedPrompt(answer)).toBe('You help.')
  })

  test('is compared by its variables', () => {
    expect(lostVariables('Hi {{name}} of {{ city }}', 'Hello {{ name }}')).toEqual(['city'])
  })
})

async function open(setup: Setup = {}) {
  const region = await openConversationRegion(setup)
  const charges: { purpose?: string; amount: number; holdId: string }[] = []
  region.credits.chargeOutsideTurn = async ({ charge }) => {
    charges.push(charge)
    return { ok: true }
  }
  const { models } = region.deps
  const handlers = assistantHandlers({
    paidCalls: createPaidCalls({ models, credits: region.credits }),
    agentDocument: async () => region.document,
    readableCleanCss: clean,
    closing: new AbortController().signal,
  })
  const call = (body: object) =>
    ({
      params: { region: 'na', agentId: AGENT },
      tenant: contextOf().tenant,
      context: contextOf(),
      request: { signal: new AbortController().signal },
      body,
    }) as never
  return { ...region, charges, handlers, call }
}

const wish = { messages: [{ role: 'user', content: 'A square header' }], currentCSS: '.old{}' }

describe('the CSS assistant', () => {
  test('answers with clean CSS and charges for it once', async () => {
    const answer = ['Here.\n```css\n@import url(x);\n', '.a { color: red }\n```']
    const { handlers, call, charges, credits, double } = await open({ model: { reply: () => answer } })
    const balance = credits.balance
    const told = await handlers['assistant.css']!(call(wish))
    expect(told).toMatchObject({
      ok: true,
      value: { success: true, response: 'Here.\n```css\n.a { color: red }\n```', leftOut: 1 },
    })
    expect(charges).toMatchObject([{ purpose: 'assistant', agentId: AGENT }])
    expect(charges[0]!.amount).toBeGreaterThan(0)
    expect(credits.balance).toBeLessThanOrEqual(balance)
    expect(JSON.stringify(double.requests.at(-1)?.body)).toContain('<css>')
  })

  test('says what the specification says if the model fails, and charges nothing', async () => {
    const { handlers, call, charges } = await open({ model: { behaviour: 'garbage' } })
    expect(await handlers['assistant.css']!(call(wish))).toMatchObject({
      value: { success: false, error: 'Failed to generate CSS. Please try again.' },
    })
    expect(charges).toEqual([])
  })

  test('refuses without a model, and without credits', async () => {
    const without = await open({ model: false })
    expect(await without.handlers['assistant.css']!(without.call(wish))).toMatchObject({
      rejection: { code: 'no-model' },
    })
    const poor = await open()
    poor.credits.balance = 0
    expect(await poor.handlers['assistant.css']!(poor.call(wish))).toMatchObject({
      rejection: { code: 'no-credits' },
    })
  })
})

test('a prompt is improved and charged for', async () => {
  const { handlers, call, charges } = await open({
    model: { reply: () => ['You are ', 'kind to {{name}}.'] },
  })
  const told = await handlers['assistant.improvePrompt']!(call({ prompt: 'Be nice, {{name}} in {{city}}' }))
  expect(told).toMatchObject({ value: { prompt: 'You are kind to {{name}}.', lostVariables: ['city'] } })
  expect(charges).toHaveLength(1)
})
