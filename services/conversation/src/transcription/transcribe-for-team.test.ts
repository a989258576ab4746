import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { describe, expect, it } from 'vitest'
import { conversation, textOf } from '../conversation.decider.ts'
import { contextOf, openConversationRegion, TENANT } from '../conversation.test-setup.ts'
import { ModelError } from '../models/model-error.ts'
import { oggOf } from './audio-double.ts'
import { transcribeForTeamPolicy } from './transcribe-for-team.policy.ts'
import type { TranscribedAudio } from './transcriber.ts'
import { createVoiceNotes } from './voice-notes.ts'

const person = { userId: 'u1', displayName: 'Ada' }
const block: Block = { type: 'file', fileId: 'f1', name: 'voice.ogg', mimeType: 'audio/ogg' }

async function openTeam(
  transcribe: () => Promise<TranscribedAudio> = async () => ({ text: 'Where is it?' }),
  balance = 1_000,
) {
  let calls = 0
  const voiceNotes = createVoiceNotes({
    transcriber: {
      modelId: 'whisper-1',
      transcribe() {
        calls++
        return transcribe()
      },
    },
    mostSeconds: 60,
    openFile: async () => ({ mimeType: 'audio/ogg', bytes: oggOf(10) }),
  })
  const charges: object[] = []
  const faults: unknown[] = []
  const region = await openConversationRegion({
    balance,
    deps: { voiceNotes, burstMs: 0 },
    policies: ({ deps: { handle, load, transcripts, agentDocument }, credits }) => {
      credits.costOf = ({ seconds = 0 }) => seconds / 10
      credits.chargeOutsideTurn = async ({ charge }) => {
        charges.push(charge)
        return { ok: true }
      }
      const onFault = (error: unknown) => faults.push(error)
      return [
        transcribeForTeamPolicy({ handle, load, voiceNotes, credits, transcripts, agentDocument, onFault }),
      ]
    },
  })
  const id = await region.begin()
  const takeOver = () => region.handle(conversation, id, { type: 'TakeOver', person }, contextOf())
  const send = async () => {
    const message = { messageId: 'm1', text: '', blocks: [block] }
    await region.handle(conversation, id, { type: 'ReceiveVisitorMessage', ...message }, contextOf())
  }
  const texts = async () =>
    (await region.stateOf(id)).messages.filter(({ role }) => role === 'visitor').map(textOf)
  return { region, id, takeOver, send, texts, charges, faults, calls: () => calls }
}

describe('while a person answers, a voice note', () => {
  it('is transcribed for the team, charged once, with what it was for', async () => {
    const { region, takeOver, send, texts, charges, calls } = await openTeam()
    await takeOver()
    await send()
    await region.settled()
    expect(await texts()).toEqual(['Where is it?'])
    expect(charges).toMatchObject([{ amount: 1, modelId: 'whisper-1', purpose: 'transcription' }])
    expect([calls(), region.credits.holds.size, region.credits.balance]).toEqual([1, 0, 999])
    expect(region.double.requests).toEqual([])
  })

  it('that the agent was about to answer is transcribed once the turn is given up', async () => {
    const heard = Promise.withResolvers<TranscribedAudio>()
    const { region, id, takeOver, texts, charges, calls } = await openTeam(() => heard.promise)
    const message = { conversationId: id, messageId: 'm1', text: '', blocks: [block] }
    await region.turns.receive(contextOf(), message)
    await expect.poll(calls).toBe(1)
    await takeOver()
    region.turns.discard(id)
    heard.resolve({ text: 'Where is it?' })
    await region.turns.untilIdle(TENANT, id)
    await region.settled()
    expect(await texts()).toEqual(['Where is it?'])
    expect([calls(), charges.length, region.credits.holds.size]).toEqual([1, 1, 0])
  })

  it('that can’t be transcribed, or paid for, stays a file and costs nothing', async () => {
    const failing = await openTeam(async () => {
      throw new ModelError('time-out')
    })
    await failing.takeOver()
    await failing.send()
    await failing.region.settled()
    expect(await failing.texts()).toEqual([''])
    expect([failing.charges, failing.faults.length, failing.region.credits.balance]).toEqual([[], 1, 1_000])
    const poor = await openTeam(undefined, 0.5)
    await poor.takeOver()
    await poor.send()
    await poor.region.settled()
    expect([await poor.texts(), poor.calls(), poor.region.credits.balance]).toEqual([[''], 0, 0.5])
  })
})
