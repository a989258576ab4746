import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { describe, expect, it } from 'vitest'
import { conversation, textOf } from '../../conversation.decider.ts'
import {
  type ConversationTestRegion,
  contextOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from '../../conversation.test-setup.ts'
import { ModelError } from '../../models/model-error.ts'
import { phrases } from '../../phrases.ts'
import { oggOf } from '../../transcription/audio-double.ts'
import type { TranscribedAudio } from '../../transcription/transcriber.ts'
import { createVoiceNotes } from '../../transcription/voice-notes.ts'
import { createTurns } from '../turn.ts'
import { unheardPhrases } from './unheard-phrases.ts'

const SAID = 'Do you deliver to Lyon?'
type Transcribe = () => Promise<TranscribedAudio>

/** A region whose transcriber says this; `calls` counts how often it was asked. */
async function openHearing(
  transcribe: Transcribe = async () => ({ text: SAID, lang: 'en' }),
  setup: Setup = {},
  seconds = 60,
) {
  const calls: string[] = []
  const files = new Map<string, Buffer>()
  const voiceNotes = createVoiceNotes({
    transcriber: {
      modelId: 'whisper-1',
      async transcribe({ mimeType }) {
        calls.push(mimeType)
        return transcribe()
      },
    },
    mostSeconds: seconds,
    openFile: async (_, __, fileId) => {
      const bytes = files.get(fileId)
      return bytes && { mimeType: 'audio/ogg', bytes }
    },
  })
  const region = await openConversationRegion({ ...setup, deps: { burstMs: 0, voiceNotes, ...setup.deps } })
  const { credits } = region
  credits.costOf = ({ modelId, seconds: long = 0 }) => (modelId === 'whisper-1' ? long / 10 : 1)
  const blocksOf = (fileId: string, bytes = oggOf(10)): Block[] => {
    files.set(fileId, bytes)
    return [{ type: 'file', fileId, name: 'voice.ogg', mimeType: 'audio/ogg', size: bytes.length }]
  }
  const send = async (
    conversationId: string,
    messageId: string,
    more: { text?: string; bytes?: Buffer } = {},
  ) => {
    const blocks = blocksOf(`${messageId}-file`, more.bytes)
    const said = await region.turns.receive(contextOf(), {
      conversationId,
      messageId,
      text: more.text ?? '',
      blocks,
    })
    if (!said.ok) throw new Error(said.rejection.code)
    await region.turns.untilIdle(TENANT, conversationId)
  }
  return { region, calls, files, blocksOf, send, voiceNotes }
}

const asked = ({ double }: ConversationTestRegion) => JSON.stringify(double.requests.at(-1)?.body)
async function typesIn({ eventStore }: ConversationTestRegion) {
  return (await eventStore.readAll(-1, 1_000)).map(({ type }) => type)
}

describe('a voice note', () => {
  it('is answered by what is said in it, which is recorded with the reply, sealed, and paid for with it', async () => {
    const { region, calls, send } = await openHearing()
    const id = await region.begin()
    await send(id, 'm1')
    expect(asked(region)).toContain(SAID)
    const { messages } = await region.stateOf(id)
    expect(textOf(messages[0]!)).toBe(SAID)
    expect(messages[0]?.blocks).toMatchObject([{ type: 'file', transcript: { lang: 'en', seconds: 10 } }])
    expect(calls).toEqual(['audio/ogg'])
    const log = await region.eventStore.readAll(-1, 1_000)
    const [replied, transcribed] = log.slice(-2)
    expect([replied?.type, transcribed?.type]).toEqual(['AgentReplied', 'VoiceNoteTranscribed'])
    expect(JSON.stringify(log)).not.toContain('Lyon')
    expect(JSON.parse(replied!.data)).toMatchObject({ cost: 2, reservationId: 'r1' })
    expect([...region.credits.settled.values()]).toEqual([2])
    expect([region.credits.holds.size, region.credits.balance]).toEqual([0, 998])
  })

  it('is part of the history of later turns, and not transcribed again', async () => {
    const { region, calls, send } = await openHearing()
    const id = await region.begin()
    await send(id, 'm1')
    await region.say(id, 'm2', 'And to Nice?')
    await region.turns.untilIdle(TENANT, id)
    expect(asked(region)).toContain(SAID)
    expect(calls).toHaveLength(1)
    expect([...region.credits.settled.values()]).toEqual([2, 1])
  })

  it('answers the flow’s question, and asks for a person in words', async () => {
    const document = { enableHumanHandoff: true }
    const { region, send } = await openHearing(async () => ({ text: 'I want to talk to a human' }), {
      document,
    })
    const id = await region.begin()
    await send(id, 'm1')
    expect(await typesIn(region)).toContain('HandoffRequested')
  })

  it('without words, too long, of no length or without its file is answered as a file', async () => {
    const { region, calls, files, blocksOf, send } = await openHearing(async () => ({ text: '' }))
    const id = await region.begin()
    await send(id, 'm1')
    expect(asked(region)).toContain('[File: voice.ogg]')
    expect(calls).toHaveLength(1)
    await send(id, 'm2', { bytes: oggOf(61) })
    await send(id, 'm3', { bytes: Buffer.from('OggS') })
    const blocks = blocksOf('m4-file')
    files.delete('m4-file')
    await region.turns.receive(contextOf(), { conversationId: id, messageId: 'm4', text: '', blocks })
    await region.turns.untilIdle(TENANT, id)
    expect(calls).toHaveLength(1)
    expect([...region.credits.settled.values()]).toEqual([2, 1, 1, 1])
  })

  it('that can’t be transcribed is answered as a file, and the owner is told why', async () => {
    const { region, send } = await openHearing(async () => {
      throw new ModelError('provider-error', 'status 401', { fault: 'wrong-key', status: 401 })
    })
    const id = await region.begin()
    await send(id, 'm1')
    expect(asked(region)).toContain('[File: voice.ogg]')
    const replied = (await region.eventStore.readAll(-1, 1_000)).at(-1)!
    expect(JSON.parse(replied.data)).toMatchObject({
      cost: 1,
      modelFault: { modelId: 'whisper-1', fault: 'wrong-key', detail: 'status 401' },
    })
  })

  it('that costs more than there is is not transcribed', async () => {
    const { region, calls, send } = await openHearing(undefined, { balance: 5 })
    const id = await region.begin()
    await send(id, 'm1')
    expect(calls).toEqual([])
    const failed = (await region.eventStore.readAll(-1, 1_000)).at(-1)!
    expect(JSON.parse(failed.data)).toMatchObject({ reason: 'no-credits' })
    expect(region.credits.balance).toBe(5)
  })

  it('without words is answered as one that can’t be understood, by an agent without a model', async () => {
    const { region, send } = await openHearing(async () => ({ text: '' }), { model: false })
    const id = await region.begin()
    await send(id, 'm1')
    await send(id, 'm2', { bytes: oggOf(61) })
    await send(id, 'm3', { text: 'Do you sell boats?' })
    const { messages } = await region.stateOf(id)
    const { unheard } = unheardPhrases.en
    const answers = messages.filter(({ role }) => role === 'agent').map(textOf)
    expect(answers.slice(-3)).toEqual([unheard, unheard, phrases.en.unknown])
  })

  it('of an agent without a model holds no more than its transcription and the built-in reply', async () => {
    const { region, calls, send } = await openHearing(undefined, { model: false, balance: 3 })
    region.credits.estimateMaxCost = ({ modelId }) => (modelId === 'built-in' ? 1 : 50)
    await send(await region.begin(), 'm1')
    expect(calls).toHaveLength(1)
    expect(await typesIn(region)).toContain('AgentReplied')
    expect(region.credits.balance).toBe(1)
  })

  it('costs at most the longest one, whatever its provider counts', async () => {
    const { region, send } = await openHearing(async () => ({ text: SAID, seconds: 9_000 }))
    await send(await region.begin(), 'm1')
    expect([...region.credits.settled.values()]).toEqual([7])
  })

  it('is kept with a failed reply, and not transcribed when the reply is tried again', async () => {
    let fails = true
    const { region, calls, send } = await openHearing(undefined, {
      model: { behaviour: () => (fails ? { status: 401, headers: {} } : 'normal') },
    })
    const id = await region.begin()
    await send(id, 'm1')
    expect(await typesIn(region)).toEqual([
      ...['ConversationStarted', 'VisitorMessageReceived', 'ReplyFailed', 'VoiceNoteTranscribed'],
    ])
    expect(region.credits.balance).toBe(1_000)
    fails = false
    await region.say(id, 'm1', '')
    await region.turns.untilIdle(TENANT, id)
    expect(asked(region)).toContain(SAID)
    expect(calls).toHaveLength(1)
  })

  it('is transcribed once though further messages join its turn', async () => {
    const heard = Promise.withResolvers<TranscribedAudio>()
    const { region, calls, blocksOf } = await openHearing(() => heard.promise, { deps: { burstMs: 60_000 } })
    const id = await region.begin()
    const message = { conversationId: id, messageId: 'm1', text: '', blocks: blocksOf('m1-file') }
    await region.turns.receive(contextOf(), message)
    await expect.poll(() => calls.length).toBe(1)
    await region.say(id, 'm2', 'I mean the large one.')
    heard.resolve({ text: SAID })
    await region.turns.untilIdle(TENANT, id)
    expect(calls).toHaveLength(1)
    expect(asked(region)).toContain(`${SAID}\\n\\nI mean the large one.`)
    expect([...region.credits.settled.values()]).toEqual([2])
    expect((await typesIn(region)).filter((type) => type === 'AgentReplied')).toHaveLength(1)
  })

  it('of a process that ends before it records is transcribed by another, and paid for once', async () => {
    const { region, calls, blocksOf, voiceNotes } = await openHearing()
    const id = await region.begin()
    const received = { messageId: 'm1', text: '', blocks: blocksOf('m1-file') }
    await region.handle(conversation, id, { type: 'ReceiveVisitorMessage', ...received }, contextOf())
    const refuse = { ...region.deps, burstMs: 0 }
    // As a killed process, it has heard the voice note and recorded nothing.
    const killed = createTurns({
      ...refuse,
      handle: async () => Promise.reject(new Error('killed')),
      onFault: () => undefined,
    })
    await killed.answerWaiting(TENANT, id, because()).catch(() => undefined)
    expect(calls).toHaveLength(1)
    voiceNotes.recorded({ tenant: TENANT, conversationId: id }, [{ ...note, fileId: 'm1-file' }])
    await region.turns.answerWaiting(TENANT, id, because())
    expect(calls).toHaveLength(2)
    expect((await typesIn(region)).filter((type) => type === 'VoiceNoteTranscribed')).toHaveLength(1)
    expect(region.credits.settled.size).toBe(1)
    await region.turns.answerWaiting(TENANT, id, because())
    expect(calls).toHaveLength(2)
  })
})

const note = { messageId: 'm1', index: 0, text: '', seconds: 1, modelId: 'whisper-1' }
const because = () => ({ via: 'system', command: newId(), correlation: 'r' }) as const
