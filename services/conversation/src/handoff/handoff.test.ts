/** Visitors' requests for a person. On real embedded engines, as the host calls it. */
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import { answerOf, codeOf, openTestChat } from '../conversation.test-handlers.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'
const handoff = { enableHumanHandoff: true }

describe('asking for a person', () => {
  it('stops the agent’s replies until a person takes over, and is recorded once', async () => {
    const { asVisitor, say, state, types } = await openTestChat({ document: handoff })
    const asked = await answerOf<{ messages: { blocks: object[] }[] }>(
      asVisitor('conversations.requestHandoff', { note: 'It is urgent' }),
    )
    expect(asked).toMatchObject({ owner: 'nobody', offline: false })
    expect(asked.messages[0]?.blocks).toEqual([{ type: 'event', event: 'handoff-requested' }])
    await asVisitor('conversations.requestHandoff')
    expect((await types()).slice(1)).toEqual(['HandoffRequested', 'OwnershipChanged'])
    expect(await answerOf(say('m1'))).toEqual({ messages: [] })
    expect((await state()).visitorMessages[0]?.outcome).toBe('left')
  })

  it('is refused if the agent has handoff disabled, and while nobody is online', async () => {
    const off = await openTestChat()
    expect(await codeOf(off.asVisitor('conversations.requestHandoff'))).toBe('handoff-off')
    const alone = await openTestChat({ document: handoff, online: false })
    expect(await codeOf(alone.asVisitor('conversations.requestHandoff'))).toBe('nobody-online')
    const patient = await openTestChat({
      document: { ...handoff, showHandoffEvenIfOffline: true },
      online: false,
    })
    expect(await answerOf(patient.asVisitor('conversations.requestHandoff'))).toMatchObject({
      owner: 'nobody',
      offline: true,
    })
  })

  it('leaves the agent replying under manual control, until a person takes over', async () => {
    const { asVisitor, say, types } = await openTestChat({ document: { ...handoff, manualControl: true } })
    expect(await answerOf(asVisitor('conversations.requestHandoff'))).toMatchObject({ owner: 'agent' })
    const { messages } = await answerOf<{ messages: { blocks: never[] }[] }>(say('m1'))
    expect(messages.map(textOf)).toEqual([REPLY])
    expect(await types()).toContain('HandoffRequested')
  })

  it('is offered according to the agent’s settings', async () => {
    type Read = { handoff: object; owner: string }
    const { asVisitor, team, say } = await openTestChat({
      document: { ...handoff, UIhandoffTitle: 'Talk to us', fixedHandoffPopup: true },
    })
    const read = async () => (await answerOf<Read>(asVisitor('conversations.messages'))).handoff
    expect(await read()).toEqual({ offered: false, online: true, fixed: true, title: 'Talk to us' })
    await say('m1')
    expect(await read()).toMatchObject({ offered: true })
    team.online = false
    expect(await read()).toMatchObject({ offered: false, online: false })
    team.online = true
    await asVisitor('conversations.requestHandoff')
    expect(await read()).toMatchObject({ offered: false })
  })
})
