/** What every adapter does, whatever its provider: one suite for all. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { SafeFetch, SafeFetched } from '@parley/kernel/outgoing/safe-fetch.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Channel } from './channel.decider.ts'
import type { ChannelAdapter } from './channel-adapter.ts'

/** How a provider answers a request to send. */
export type ProviderAnswer = 'takes it' | 'refuses it' | 'asks for patience' | 'fails' | 'talks nonsense'

export type AdapterSubject = {
  /** Of the adapter, whose requests go to `fetch`. */
  adapterOn(fetch: SafeFetch): ChannelAdapter
  channel: Pick<Channel, 'account' | 'credentials'>
  contactId: string
  /** The provider's answers; that of patience asks for 7 seconds. */
  answer(what: ProviderAnswer): SafeFetched
}

export const answered = (status: number, body = '', headers: Record<string, string> = {}): SafeFetched => ({
  ...{ ok: true, status, headers, body: Buffer.from(body), cut: false, url: '', redirects: [] },
})

export function describeAdapter(kind: string, subject: AdapterSubject): void {
  const text = (words: string): Block[] => [{ type: 'text', text: words }]
  async function send(answer: SafeFetched, blocks = text('Hello'), channel = subject.channel) {
    const requests: { address: string; body: string }[] = []
    const adapter = subject.adapterOn(async (address, options) => {
      requests.push({ address, body: String(options?.body ?? '') })
      return answer
    })
    const message: MessageView = { id: 'm1', index: 1, role: 'agent', blocks, at: '2026-11-29T10:00:00Z' }
    const { contactId } = subject
    const sent = await adapter.send(channel, { conversationId: 'x', contactId, message, key: 'm1' })
    return { sent, requests }
  }

  describe(`the adapter of ${kind}`, () => {
    test('sends a message in one request that has its text', async () => {
      const { sent, requests } = await send(subject.answer('takes it'))
      // A channel whose provider names what was sent returns that name.
      const named = sent.ok && sent.sentId !== undefined
      expect(sent).toEqual({ ok: true, ...(named && { sentId: expect.stringMatching(/./) }) })
      expect(requests).toHaveLength(1)
      expect(requests[0]?.body).toContain('Hello')
    })

    test('knows what is final, and what is to be tried again and when', async () => {
      const again = { ok: false, final: false }
      expect((await send(subject.answer('refuses it'))).sent).toMatchObject({ ok: false, final: true })
      expect((await send(subject.answer('fails'))).sent).toMatchObject(again)
      const patience = { ...again, away: false, afterMs: 7_000 }
      expect((await send(subject.answer('asks for patience'))).sent).toEqual(patience)
      for (const code of ['timed-out', 'unreachable'] as const)
        expect((await send({ ok: false, code, message: '' })).sent).toEqual({ ...again, away: true })
    })

    test('throws for no answer, no text and no erased credential', async () => {
      for (const answer of [
        subject.answer('talks nonsense'),
        answered(200),
        answered(302),
        answered(404, '{'),
      ])
        expect((await send(answer)).sent).toHaveProperty('ok')
      for (const words of ['', ' ', '\uD800', '**', '```', '[](', '\u0000'])
        await send(subject.answer('takes it'), text(words))
      const erased = { account: { url: '[erased]' }, credentials: {} }
      expect((await send(subject.answer('takes it'), text('Hello'), erased)).sent).toHaveProperty('ok')
    })

    test('splits a message in the same way each time, into parts that it takes', () => {
      const adapter = subject.adapterOn(async () => answered(200))
      const { partsOf } = adapter
      if (!partsOf) return
      const sentence = fc.constantFrom(
        'We open at nine. ',
        '**Bold** ',
        '[a](https://a.example/) ',
        '😀',
        '\n',
      )
      const words = fc.array(sentence, { maxLength: 30 }).map((all) => all.join('').repeat(20))
      fc.assert(
        fc.property(fc.array(words, { maxLength: 3 }), (all) => {
          const blocks = all.flatMap(text)
          const parts = partsOf(blocks, adapter.capabilities.textLength)
          expect(partsOf(blocks, adapter.capabilities.textLength)).toEqual(parts)
        }),
        { numRuns: 30 },
      )
    })
  })
}
