/** Visitors' requests for a person. On real embedded engines, as the host calls it. */
import { weekdays } from '@parley/contracts/agent/opening-hours.ts'
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import { answerOf, codeOf, openTestChat } from '../conversation.test-handlers.ts'

/** Hours of the weekday after tomorrow. */
function closedNow() {
  const day = weekdays[(new Date().getUTCDay() + 1) % 7]!
  return { timeZone: 'UTC', weekly: [{ day, from: '09:00', to: '17:00' }], holidays: [] }
}

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

  it('is closed with a word to the visitor, in their language, if the team resolves it before anybody comes', async () => {
    const asked = async (online: boolean) => {
      const document = { ...handoff, showHandoffEvenIfOffline: true, lang: 'automatic' }
      const chat = await openTestChat({ document, online })
      await chat.say('m1', 'Wann haben Sie am Wochenende geöffnet?')
      await chat.asVisitor('conversations.requestHandoff')
      await chat.asTeam('conversations.setStatus', { status: 'resolved' })
      return chat
    }
    const told =
      'Unser Team hat Ihre Anfrage geschlossen. Wenn Sie noch Hilfe brauchen, schreiben Sie einfach hier.'
    for (const online of [true, false]) {
      const { state, say } = await asked(online)
      const resolved = await state()
      expect(resolved.messages.slice(-2).map(({ blocks }) => blocks)).toEqual([
        [{ type: 'text', text: told }],
        [{ type: 'event', event: 'resolved', name: 'Ada' }],
      ])
      expect(resolved).toMatchObject({ owner: 'nobody', handoffPending: false })
      expect(resolved.awaitingSince).toBeUndefined()
      await say('m2', 'Noch etwas?')
      expect(await state()).toMatchObject({ status: 'open', owner: 'agent' })
    }
  })

  it('is not said to be closed where the visitor waits for nobody', async () => {
    const { asTeam, say, state } = await openTestChat({ document: handoff })
    await say('m1')
    await asTeam('conversations.setStatus', { status: 'resolved' })
    expect((await state()).messages.map(({ role }) => role)).toEqual(['visitor', 'agent', 'system'])
  })

  it('is refused if the agent has handoff disabled, and kept while nobody is online', async () => {
    const off = await openTestChat()
    expect(await codeOf(off.asVisitor('conversations.requestHandoff'))).toBe('handoff-off')
    const alone = await openTestChat({ document: handoff, online: false })
    const kept = await answerOf<Said & object>(alone.asVisitor('conversations.requestHandoff'))
    expect(kept).toMatchObject({ owner: 'agent', offline: true })
    expect(kept.messages.map(textOf)).toEqual([
      'Nobody from the team is here right now. I have noted your request. Write your e-mail address here and the team will answer you by e-mail.',
    ])
    const patient = await openTestChat({
      document: { ...handoff, showHandoffEvenIfOffline: true },
      online: false,
    })
    expect(await answerOf(patient.asVisitor('conversations.requestHandoff'))).toMatchObject({
      owner: 'agent',
      offline: true,
    })
    expect((await patient.state()).handoffPending).toBe(true)
  })

  it('says outside the opening hours when the team is back, though a member is online, and stops nothing', async () => {
    const { asVisitor, say, state } = await openTestChat({
      document: { ...handoff, alwaysShowHandoff: true, openingHours: closedNow() },
      online: true,
    })
    const read = await answerOf<{ handoff: object }>(asVisitor('conversations.messages'))
    const back = expect.stringMatching(/^We are back on \w+ at 9:00 \(UTC\)\.$/)
    expect(read.handoff).toMatchObject({ offered: true, online: false, back })
    const asked = await answerOf<Said & object>(asVisitor('conversations.requestHandoff'))
    expect(asked).toMatchObject({ owner: 'agent', offline: true })
    expect(asked.messages.map(textOf)).toEqual([
      expect.stringMatching(
        /^Nobody from the team is here .* by e-mail\. We are back on \w+ at 9:00 \(UTC\)\.$/,
      ),
    ])
    const { messages } = await answerOf<Said>(say('m1'))
    expect(messages.map(textOf)).toEqual([REPLY])
    expect((await state()).handoffPending).toBe(true)
  })

  it('is an ordinary request within the opening hours', async () => {
    const openingHours = {
      ...closedNow(),
      weekly: weekdays.map((day) => ({ day, from: '00:00', to: '24:00' })),
    }
    const { asVisitor } = await openTestChat({ document: { ...handoff, openingHours } })
    expect(await answerOf(asVisitor('conversations.requestHandoff'))).toMatchObject({
      owner: 'nobody',
      offline: false,
    })
    const away = await openTestChat({ document: { ...handoff, openingHours }, online: false })
    const asked = await answerOf<Said & object>(away.asVisitor('conversations.requestHandoff'))
    expect(asked).toMatchObject({ offline: true })
    expect(asked.messages.map(textOf).join()).not.toContain('back on')
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
    expect(await read()).toEqual({
      ...{ offered: false, online: true, fixed: true, quiet: false, title: 'Talk to us' },
    })
    await say('m1')
    expect(await read()).toMatchObject({ offered: true })
    team.online = false
    expect(await read()).toMatchObject({ offered: false, online: false })
    team.online = true
    await asVisitor('conversations.requestHandoff')
    expect(await read()).toMatchObject({ offered: false })
  })
})

type Said = { messages: { blocks: never[] }[] }

it('says whether the chat is to tell who joins and leaves', async () => {
  const { asVisitor } = await openTestChat({
    document: handoff,
    handoffRules: { disableHandoffMessages: true },
  })
  expect(await answerOf(asVisitor('conversations.messages'))).toMatchObject({ handoff: { quiet: true } })
})

describe('where the rules of its organisations switch it off', () => {
  const off = { document: { ...handoff, alwaysShowHandoff: true }, handoffRules: { disableHandoff: true } }

  it('is not offered, and asking for it is refused', async () => {
    const { asVisitor, types } = await openTestChat(off)
    expect(await answerOf(asVisitor('conversations.messages'))).toMatchObject({ handoff: { offered: false } })
    expect(await codeOf(asVisitor('conversations.requestHandoff'))).toBe('handoff-off')
    expect(await types()).not.toContain('HandoffRequested')
  })

  it('is not asked for by words, which the agent answers like any others', async () => {
    const { say, types, state } = await openTestChat(off)
    const { messages } = await answerOf<Said>(say('m1', 'I want a human'))
    expect(messages.map(textOf)).toEqual([REPLY])
    expect(await types()).not.toContain('HandoffRequested')
    expect((await state()).owner).toBe('agent')
  })
})

describe('asking for a person in words', () => {
  it('stops the agent if somebody is online', async () => {
    const { say, state, types } = await openTestChat({ document: handoff })
    const { messages } = await answerOf<Said>(say('m1', 'i wnat to talk to a humna'))
    expect(messages.map(textOf)[0]).toContain('I have noted that you would like to talk to a person.')
    expect((await types()).slice(-2)).toEqual(['HandoffRequested', 'OwnershipChanged'])
    expect((await state()).owner).toBe('nobody')
  })

  it('is answered truthfully while nobody is online, and the answer’s address is kept', async () => {
    const { say, state, events } = await openTestChat({ document: { ...handoff, lang: 'de' }, online: false })
    const asked = await answerOf<Said>(say('m1', 'Ich möchte mit einem Menschen sprechen'))
    expect(asked.messages.map(textOf)[0]).toMatch(/^Vom Team ist gerade niemand da\..*E-Mail-Adresse/)
    expect((await state()).owner).toBe('agent')
    const left = await answerOf<Said>(say('m2', 'mia@example.com, danke'))
    expect(left.messages.map(textOf)).toEqual([
      'Danke. Das Team antwortet Ihnen per E-Mail an mia@example.com.',
    ])
    const recorded = (await events()).map(({ type, data }) => [type, data.offline ?? data.by])
    expect(recorded).toContainEqual(['HandoffRequested', true])
    expect(recorded).toContainEqual(['FieldsCaptured', 'question'])
    // A known address is not asked for again.
    const again = await answerOf<Said>(say('m3', 'Mitarbeiter bitte'))
    expect(again.messages.map(textOf)[0]).toContain('per E-Mail an mia@example.com')
    expect((await events()).filter(({ type }) => type === 'HandoffRequested')).toHaveLength(1)
  })

  it.each([[true], [false]])(
    'keeps an address that is given without a request; with a model: %s',
    async (model) => {
      const retrieval = { items: [], threshold: 0.5 }
      const { say, state, types } = await openTestChat({ ...(model ? {} : { model, retrieval }) })
      await say('m1', 'Is info@shop.example your address?')
      expect(await types()).not.toContain('FieldsCaptured')
      const left = await answerOf<Said>(say('m2', 'my email is mia@example.com, please send me an offer'))
      expect((await state()).fields).toEqual({ email: 'mia@example.com' })
      const noted = 'Thank you. I have noted mia@example.com, so that the team can write to you.'
      expect(left.messages.map(textOf)).toEqual([model ? REPLY : noted])
      await say('m3', 'or joe@example.com')
      expect((await types()).filter((type) => type === 'FieldsCaptured')).toHaveLength(1)
    },
  )

  it('makes the agent fall silent once somebody is online', async () => {
    const { say, team, state, types } = await openTestChat({ document: handoff, online: false })
    await say('m1', 'agent please')
    team.online = true
    await say('m2', 'is somebody there now? let me talk to a person')
    expect((await types()).filter((type) => type === 'HandoffRequested')).toHaveLength(2)
    expect((await state()).owner).toBe('nobody')
  })

  it('is told that there is nobody, if the agent has no handoff and its knowledge says nothing', async () => {
    const { say, types } = await openTestChat({ model: false, retrieval: { items: [], threshold: 0.5 } })
    const { messages } = await answerOf<Said>(say('m1', 'agent please'))
    expect(messages.map(textOf)[0]).toContain('no person can be brought into this chat')
    expect(await types()).not.toContain('HandoffRequested')
  })

  it('replaces what a flow would have promised while nobody is online', async () => {
    const place = { position: { x: 0, y: 0 } }
    const nodes = [
      { ...place, id: 's', type: 'start' as const, next: 'b' },
      {
        ...place,
        id: 'b',
        type: 'buttons' as const,
        text: 'Hi',
        buttons: [{ id: 'p', label: 'Talk to a person', next: 'h' }],
      },
      { ...place, id: 'h', type: 'handoff' as const, text: 'A colleague will take over.' },
    ]
    const { say, team, state } = await openTestChat({
      document: { ...handoff, enableNodes: true, nodes },
      online: false,
    })
    const offline = await answerOf<Said>(say('m1', 'Talk to a person'))
    expect(offline.messages.map(textOf)[0]).toMatch(/^Nobody from the team is here right now/)
    expect((await state()).handoffPending).toBe(true)
    const other = await openTestChat({ document: { ...handoff, enableNodes: true, nodes } })
    expect(team.online).toBe(false)
    const online = await answerOf<Said>(other.say('m1', 'Talk to a person'))
    expect(online.messages.map(textOf)).toEqual(['A colleague will take over.'])
  })

  it('keeps what a flow said before a person is asked for, also if the text of that node is empty', async () => {
    const place = { position: { x: 0, y: 0 } }
    const nodes = [
      { ...place, id: 's', type: 'start' as const, next: 'b' },
      {
        ...place,
        id: 'b',
        type: 'buttons' as const,
        text: 'Hi',
        buttons: [{ id: 'o', label: 'My order', next: 'm' }],
      },
      { ...place, id: 'm', type: 'message' as const, text: 'Your number is 42.', next: 'h' },
      { ...place, id: 'h', type: 'handoff' as const, text: '{{nothing}}' },
    ]
    const { say } = await openTestChat({
      document: { ...handoff, enableNodes: true, nodes },
      online: false,
    })
    const said = (await answerOf<Said>(say('m1', 'My order'))).messages.map(textOf).join('\n')
    expect(said).toContain('Your number is 42.')
    expect(said).toContain('Nobody from the team is here right now')
  })

  it.each([[true], [false]])(
    'is asked for after three questions without an answer if handoff is smart: %s',
    async (smartHandoff) => {
      const place = { position: { x: 0, y: 0 } }
      const button = { id: 'o', label: 'My order', next: 'a' }
      const nodes = [
        { ...place, id: 's', type: 'start' as const, next: 'b' },
        { ...place, id: 'b', type: 'buttons' as const, text: 'Hi', buttons: [button], next: 'a' },
        { ...place, id: 'a', type: 'ai' as const },
      ]
      const { say, types } = await openTestChat({
        document: { ...handoff, smartHandoff, enableNodes: true, nodes },
        model: false,
        retrieval: { items: [], threshold: 0.5 },
      })
      const said: string[] = []
      for (const id of ['m1', 'm2', 'm3'])
        said.push((await answerOf<Said>(say(id, 'Do you like cats?'))).messages.map(textOf).join('\n'))
      expect((await types()).includes('HandoffRequested')).toBe(smartHandoff)
      expect(said[2]?.includes('so I have asked our team')).toBe(smartHandoff)
      expect(said[2]?.includes('You can choose one of these')).toBe(!smartHandoff)
      expect(said[2]).not.toContain('I have noted that you would like')
    },
  )

  it('is asked for after an emergency only: what answers first, answers first', async () => {
    const place = { position: { x: 0, y: 0 } }
    const nodes = [
      { ...place, id: 's', type: 'start' as const },
      {
        ...place,
        id: 'e',
        type: 'always-first' as const,
        emergencies: true,
        text: 'Call the emergency number.',
      },
    ]
    const { say } = await openTestChat({ document: { ...handoff, enableNodes: true, nodes } })
    const urgent = await answerOf<Said>(say('m1', 'I have chest pain, can I talk to a human please'))
    expect(urgent.messages.map(textOf)[0]).toContain('Call the emergency number.')
  })
})
