import { CLIENT_ID_LENGTH } from '@parley/contracts/client/pages.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import type { NotificationEvent } from '@parley/contracts/notification/events.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '@parley/contracts/notification/settings.ts'
import { openSqliteMessageBus } from '@parley/engines/sqlite/message-bus.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { MessageBus, Subscription } from '@parley/kernel/bus/message-bus.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAddressees } from './alert/addressees.ts'
import { alertAddresseesPolicy } from './alert/alert-addressees.policy.ts'
import { runAlerts } from './alert/send-alerts.ts'
import { notification } from './notification.decider.ts'
import { notificationOf } from './notification-of.ts'
import { createNotify } from './notify.ts'
import { recipient, recipientId } from './recipient.decider.ts'

const raised = (more: object = {}) => ({
  notificationId: 'n1',
  title: 'New conversation',
  body: 'A visitor wrote.',
  ts: 1_795_000_000,
  urlPathname: '/app/na/agents/a1/convos',
  notificationLevel: 1 as const,
  notifyOnly: [],
  ...more,
})
const was = (more: object = {}): NotificationEvent => ({ type: 'NotificationRaised', data: raised(more) })

describe('a notification', () => {
  it('is raised once', () => {
    const raise = { type: 'RaiseNotification', notification: raised() } as const
    given(notification).when(raise).then(was())
    given(notification, was()).when(raise).thenNothing()
  })

  it('has a title of at most 50 characters', () => {
    const [event] = given(notification)
      .when({ type: 'RaiseNotification', notification: raised({ title: `${'é'.repeat(60)}` }) })
      .events()
    const title = event?.type === 'NotificationRaised' ? event.data.title : ''
    expect([...title]).toHaveLength(50)
    expect(title.endsWith('…')).toBe(true)
  })

  it('is marked as seen per member, and shown only to the members it is for', () => {
    const seen: NotificationEvent = { type: 'NotificationSeen', data: { notificationId: 'n1', userId: 'u1' } }
    const see = (userId: string) => ({ type: 'SeeNotification', userId }) as const
    given(notification, was()).when(see('u1')).then(seen)
    given(notification, was(), seen).when(see('u1')).thenNothing()
    expect(given(notification, was(), seen).when(see('u2')).events()).toHaveLength(1)
    given(notification, was({ notifyOnly: ['u2'] }))
      .when(see('u1'))
      .thenRejected('not-found')
    given(notification).when(see('u1')).thenRejected('not-found')
  })

  it('is delivered as the member chose, with the specification’s defaults', () => {
    expect(given(recipient).state.settings).toMatchObject({ notifyThrough: 'all', notifyIf: 'requestsOnly' })
    const settings = { notifyThrough: 'email', notifyIf: 'all' } as const
    const change = { type: 'ChangeSettings', userId: 'u1', settings } as const
    const changed: NotificationEvent = {
      type: 'NotificationSettingsChanged',
      data: { userId: 'u1', ...defaultNotificationSettings, ...settings },
    }
    given(recipient).when(change).then(changed)
    given(recipient, changed).when(change).thenNothing()
    // As it was recorded before there were quiet hours and digests.
    const before: NotificationEvent = {
      type: 'NotificationSettingsChanged',
      data: { userId: 'u1', ...settings },
    }
    given(recipient, before).when(change).thenNothing()
    expect(given(recipient, before).state.settings).toEqual({ ...defaultNotificationSettings, ...settings })
  })

  it('keeps settings that are left out', () => {
    const changed: NotificationEvent = {
      type: 'NotificationSettingsChanged',
      data: {
        userId: 'u1',
        ...defaultNotificationSettings,
        quietHours: { from: '22:00', to: '07:00' },
        timeZone: 'Asia/Tokyo',
      },
    }
    const change = (settings: Partial<NotificationSettings>) =>
      ({ type: 'ChangeSettings', userId: 'u1', settings }) as const
    given(recipient, changed)
      .when(change({ quietHours: { from: '22:00', to: '07:00' } }))
      .thenNothing()
    given(recipient, changed)
      .when(change({ quietHours: null }))
      .then({ ...changed, data: { ...changed.data, quietHours: null } })
  })
})

describe('the notification of an event', () => {
  const of = (type: string, data: object) =>
    notificationOf(
      'na',
      { type, stream: 'conversation-c1', at: '2026-11-21T12:00:00Z', actor: { id: 'u1' }, data },
      'Ada',
    )
  const where = { agentId: 'a1', channel: 'web-chat' }

  it('names the conversation and contains no text of the visitor', () => {
    expect(of('VisitorMessageReceived', { ...where, text: 'my secret' })).toEqual({
      notificationId: 'conversation.c1',
      notificationLevel: 1,
      title: 'New conversation',
      body: 'A visitor wrote to Ada.',
      ts: 1_795_262_400,
      urlPathname: '/app/na/agents/a1/convos?conversation=c1',
    })
  })

  it.each([
    ['HandoffRequested', { offline: true }, 2, 'A visitor asks for a person'],
    ['LeadCaptured', { conversationId: 'c1' }, 1, 'New lead'],
    ['LeadRequestChanged', { conversationId: 'c1', nth: 2, status: 'complete' }, 2, 'New request'],
    ['LeadRequestChanged', { conversationId: 'c1', nth: 2, status: 'confirmed' }, 2, 'New request'],
    ['OwnershipChanged', { reason: 'timed-out' }, 2, 'Nobody took over in time'],
    ['ReplyFailed', { reason: 'no-credits' }, 2, 'Out of credits'],
    ['ReplyFailed', { reason: 'time-out' }, 2, 'Replies fail'],
  ])('has a level: %s %j', (type, data, notificationLevel, title) => {
    expect(of(type, { ...where, ...data })).toMatchObject({ notificationLevel, title })
  })

  it('is none for a request of somebody who can’t be reached, unless they confirmed it', () => {
    const request = (status: string, reachable: boolean) =>
      of('LeadRequestChanged', { ...where, conversationId: 'c1', nth: 1, status, reachable })
    expect(request('complete', false)).toBeUndefined()
    expect(request('complete', true)).toMatchObject({ title: 'New request' })
    expect(request('confirmed', false)).toMatchObject({ title: 'New request' })
  })

  it('is for the client or the member that a conversation is assigned to by somebody else', () => {
    const cleo = 'c'.repeat(CLIENT_ID_LENGTH)
    expect(of('ConversationAssigned', { agentId: 'a1', assignee: cleo })).toMatchObject({
      ...{ notificationId: 'assigned.c1.1795262400', notificationLevel: 2, toPerson: cleo },
      title: 'A conversation was assigned to you',
    })
    const self = { type: 'ConversationAssigned', stream: 'conversation-c1', actor: { id: cleo } }
    const data = { agentId: 'a1', assignee: cleo }
    expect(notificationOf('na', { ...self, at: '2026-11-21T12:00:00Z', data }, 'Ada')).toBeUndefined()
    expect(of('ConversationAssigned', { agentId: 'a1', assignee: 'u2' })).toMatchObject({ toPerson: 'u2' })
    expect(of('ConversationAssigned', { agentId: 'a1' })).toBeUndefined()
  })

  it('does not exist in the test panel and for other events', () => {
    expect(of('HandoffRequested', { agentId: 'a1', channel: 'test-panel' })).toBeUndefined()
    expect(of('AgentReplied', where)).toBeUndefined()
    const begun = { conversationId: 'c1', nth: 1, status: 'started' }
    expect(of('LeadRequestChanged', { ...where, ...begun })).toBeUndefined()
    expect(of('OwnershipChanged', { ...where, reason: 'taken-over' })).toBeUndefined()
  })

  it('is raised once an hour for replies that fail for the same reason', () => {
    const ids = ['c1', 'c2'].map(
      (id) =>
        notificationOf(
          'na',
          {
            type: 'ReplyFailed',
            stream: `conversation-${id}`,
            at: '2026-11-21T12:10:00Z',
            actor: { id: 'agent a1' },
            data: { ...where, reason: 'time-out' },
          },
          'Ada',
        )?.notificationId,
    )
    expect(ids[0]).toBe(ids[1])
  })
})

describe('of a model that failed', () => {
  const where = { agentId: 'a1', channel: 'web-chat' }
  const told = (type: string, modelFault: object, at = '2026-11-21T12:10:00Z', id = 'c1') =>
    notificationOf(
      'na',
      {
        ...{ type, stream: `conversation-${id}`, at, actor: { id: 'agent a1' } },
        data: { ...where, reason: 'provider-error', modelFault },
      },
      'Ada',
    )
  const quota = { modelId: 'gpt-4o', fault: 'quota', detail: 'status 429, insufficient_quota' }

  it('says why and what to do, and leads to where the model is chosen', () => {
    const notification = told('ReplyFailed', quota)
    expect(notification).toMatchObject({ notificationLevel: 2, urlPathname: '/app/na/agents/a1/prompt' })
    expect(notification?.body).toMatch(/gpt-4o is used up.*insufficient_quota.*Add funds/)
  })

  it('is raised although the fallback model or the knowledge replied, as information if it passes by itself', () => {
    expect(told('AgentReplied', quota)).toMatchObject({ notificationLevel: 2 })
    expect(told('AgentReplied', { modelId: 'gpt-4o', fault: 'time-out' })).toMatchObject({
      notificationLevel: 1,
    })
  })

  it('is raised once a day for what stays, once an hour for what passes, for each fault', () => {
    const [morning, evening, tomorrow] = [
      '2026-11-21T08:10:00Z',
      '2026-11-21T20:10:00Z',
      '2026-11-22T08:10:00Z',
    ]
    const idOf = (...given: Parameters<typeof told>) => told(...given)?.notificationId
    expect(idOf('ReplyFailed', quota, morning)).toBe(idOf('AgentReplied', quota, evening, 'c2'))
    expect(idOf('ReplyFailed', quota, morning)).not.toBe(idOf('ReplyFailed', quota, tomorrow))
    const slow = { modelId: 'gpt-4o', fault: 'time-out' }
    expect(idOf('ReplyFailed', slow, morning)).toBe(idOf('ReplyFailed', slow, morning, 'c2'))
    expect(idOf('ReplyFailed', slow, morning)).not.toBe(idOf('ReplyFailed', slow, evening))
    expect(idOf('ReplyFailed', slow, morning)).not.toBe(idOf('ReplyFailed', quota, morning))
  })

  it('has an id for any name of a model', () => {
    const id = told('ReplyFailed', { modelId: '../Ünï/'.repeat(10), fault: 'quota' })?.notificationId
    expect(id).toMatch(/^[A-Za-z0-9_.-]{1,160}$/)
  })
})

describe('from the bus', () => {
  let region: TestRegion
  let bus: MessageBus
  let subscription: Subscription | undefined
  const mails: { id: string; to: string; subject: string; text: string; brand?: { name: string } }[] = []
  const pushed: unknown[] = []
  const visitor = { visitorId: 'v1', visitorName: 'Mara Lind', said: 'Do you ship\n to Mars?' }
  /** A client of the agency; undefined for one without access. */
  let cleo: Awaited<ReturnType<Parameters<typeof createAddressees>[0]['clients']['find']>>
  /** The agents that the client once had. */
  let wasGiven: string[]
  let looking: boolean
  const now = Date.parse('2026-11-21T12:00:30Z')

  beforeEach(async () => {
    mails.length = 0
    pushed.length = 0
    cleo = undefined
    wasGiven = []
    looking = false
    bus = await openSqliteMessageBus({ file: ':memory:' })
    const state = await openSqliteReadStore({ file: ':memory:' })
    region = await openTestRegion({
      now: () => new Date('2026-11-21T12:00:00Z'),
      policies: ({ handle, load, commands }) => {
        const addressees = createAddressees({
          load,
          refresh: commands.refresh,
          membersOf: async () => [
            { userId: 'u1', email: 'one@example.com' },
            { userId: 'u2', email: 'two@example.com' },
          ],
          readsLeads: async (_, userId) => userId === 'u1',
          sessionState: async () => 'live',
          brandOf: async () => undefined,
          clients: {
            withAgent: async (_, agentId) =>
              cleo?.agentIds.includes(agentId) || wasGiven.includes(agentId) ? ['c1'] : [],
            find: async () => cleo,
            sessionState: async () => 'live',
            isLooking: async () => looking,
            brandOf: async () => ({ name: 'Harbour' }),
          },
        })
        const alerts = runAlerts({
          region: 'na',
          handle,
          load,
          addressees,
          deadlines: createDeadlines(state),
          sendMail: async (mail) => {
            mails.push(mail)
          },
          sendPush: async (_, payload) => {
            pushed.push(payload)
            return { outcome: 'sent' }
          },
          aboutsOf: async (_, notifications, { leads }) =>
            new Map(
              notifications.map(({ notificationId }) => [
                notificationId,
                leads ? { ...visitor, captured: { email: 'mara@example.com', guests: '4' } } : visitor,
              ]),
            ),
          addressOf: async () => 'https://parley.example',
          onFault: (error) => {
            throw error
          },
          now: () => now,
        })
        return [alertAddresseesPolicy({ take: alerts.take, addressees, now: () => now }), alerts.policy]
      },
    })
  })
  afterEach(async () => {
    await subscription?.stop()
    await bus.close()
    await region.close()
  })

  const log: Aggregate<null, AnyEvent, AnyEvent> = {
    category: 'conversation',
    events: conversationEvents,
    decider: { initialState: null, evolve: () => null, decide: (event) => ({ ok: true, events: [event] }) },
  }
  const where = { agentId: 'a1', channel: 'web-chat', at: '2026-11-21T12:00:00Z' }
  const handoff = { type: 'HandoffRequested', data: { ...where, by: 'visitor', offline: false } }
  const unanswered = {
    type: 'OwnershipChanged',
    data: { ...where, index: 2, from: 'nobody', owner: 'agent', reason: 'timed-out' },
  }
  const asked = {
    type: 'VisitorMessageReceived',
    data: { ...where, index: 1, messageId: 'm1', text: 'Do you ship to Mars?' },
  }
  async function happened(conversationId: string, event: AnyEvent): Promise<void> {
    const handled = await region.handle(log, conversationId, event, {
      tenant: 'w1',
      subject: `conversation-${conversationId}`,
      actor: { kind: 'visitor', id: 'v1' },
      cause: {
        via: 'widget',
        command: `${event.type}/${conversationId}/${Object(event.data).messageId}`,
        correlation: 'x',
      },
    })
    if (!handled.ok || handled.revision === 'none') throw new Error('not appended')
    const { revision } = handled
    const value = JSON.stringify({ type: event.type, stream: `conversation-${conversationId}`, revision })
    await bus.publish([
      { topic: 'notifications', key: 'w1', id: `${conversationId}.${revision}`, value },
      // The bus may deliver twice.
      { topic: 'notifications', key: 'w1', id: `${conversationId}.${revision}`, value },
    ])
  }
  async function chose(userId: string, settings: Partial<NotificationSettings>): Promise<void> {
    const command = { type: 'ChangeSettings', userId, settings } as const
    await region.handle(recipient, recipientId('w1', userId), command, {
      tenant: 'w1',
      actor: { kind: 'user', id: userId },
      cause: { via: 'dashboard', command: `chose/${userId}`, correlation: 'x' },
    })
  }
  async function listen(more: Partial<Parameters<typeof createNotify>[0]> = {}) {
    const notify = createNotify({
      region: 'na',
      nameOf: {
        webhook: async () => undefined,
        credential: async () => 'Calendar',
        channel: async () => 'Shop bot',
      },
      holdersOf: async (_, permission) => [`owner of ${permission}`],
      handle: region.handle,
      async eventAt(stream, revision) {
        const [stored] = await region.eventStore.readStream(stream, { from: revision, limit: 1 })
        return stored && decode(stored, conversationEvents)
      },
      agentTitle: async () => 'Ada',
      isRecorded: async () => true,
      assigneeOf: async () => undefined,
      takenOverBy: async () => undefined,
      ...more,
    })
    subscription = await bus.consume({
      topics: ['notifications'],
      group: 'notifications',
      handle: notify,
      backOffMs: 5,
    })
  }
  async function raisedOnes() {
    await expect.poll(() => bus.lag('notifications', 'notifications')).toBe(0)
    await region.settled()
    const events = await region.eventStore.readAll(-1, 100)
    return events.filter(({ type }) => type === 'NotificationRaised').map((event) => JSON.parse(event.data))
  }

  it('each is raised once, however often it is delivered, and mailed as each member chose', async () => {
    await chose('u1', { notifyThrough: 'email', notifyIf: 'all' })
    await chose('u2', { notifyThrough: 'push', notifyIf: 'all' })
    await happened('c1', asked)
    await happened('c1', handoff)
    await listen()
    expect((await raisedOnes()).map(({ title }) => title)).toEqual([
      'New conversation',
      'A visitor asks for a person',
    ])
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['one@example.com', 'New conversation: Mara Lind'],
      ['one@example.com', 'A visitor asks for a person: Mara Lind'],
    ])
    expect(mails[1]?.text).toBe(
      [
        'In a conversation with Ada.',
        '“Do you ship to Mars?”',
        'E-mail: mara@example.com',
        'guests: 4',
        '',
        'Open it: https://parley.example/app/na/agents/a1/convos?conversation=c1',
        '',
        'You can choose what you are notified about under the bell of the dashboard.',
        '',
      ].join('\n'),
    )
    // The log and the push services of browsers are told neither names nor words.
    const everything = JSON.stringify([...(await region.eventStore.readAll(-1, 100)), pushed])
    expect(everything).not.toMatch(/Mars|Mara|guests/)
  })

  it('what stopped working is told by its name, with what to do, to those who may repair it, a channel once a day', async () => {
    const at = '2026-11-29T10:00:00.000Z'
    const failing = { agentId: 'a1', channelId: 'ch1', at, reason: 'credentials-refused' }
    const events = [
      { type: 'ChannelSetupFailed', data: failing },
      { type: 'ChannelSetupFailed', data: { ...failing, reason: 'expired' } },
      { type: 'CredentialConnectionLost', data: { credentialId: 'cr1', at, reason: 'refused' } },
      // By a person, who knows.
      { type: 'CredentialConnectionLost', data: { credentialId: 'cr1', at, reason: 'changed' } },
      {
        type: 'ChannelTokenEnding',
        data: { agentId: 'a1', channelId: 'ch1', at, endsAt: '2026-12-03T08:30:00.000Z' },
      },
    ]
    for (const [nth] of events.entries()) await happened(`c${nth}`, asked)
    await listen({
      async eventAt(stream) {
        const nth = Number(stream.slice('conversation-c'.length))
        const actor = { id: 'system' }
        return { id: `e${nth}`, tenant: 'w1', stream, at, actor, ...events[nth]! }
      },
    })
    expect(await raisedOnes()).toMatchObject([
      {
        title: 'A channel does not work',
        urlPathname: '/app/na/agents/a1/channels',
        notifyOnly: ['owner of channel.manage'],
      },
      {
        title: 'Credential disconnected',
        urlPathname: '/app/na/credentials?credential=cr1',
        notifyOnly: ['owner of credential.manage'],
      },
      {
        title: 'The token of a channel ends soon',
        body: expect.stringContaining('December 3, 2026 at 8:30 AM (UTC)'),
        notifyOnly: ['owner of channel.manage'],
      },
    ])
  })

  it('by default mails requests to all members, and no new conversations', async () => {
    await happened('c1', asked)
    await happened('c1', handoff)
    await listen()
    expect(await raisedOnes()).toHaveLength(2)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['one@example.com', 'A visitor asks for a person: Mara Lind'],
      ['two@example.com', 'A visitor asks for a person: Mara Lind'],
    ])
    // The second may not read leads.
    expect(mails.map(({ text }) => text.includes('mara@example.com'))).toEqual([true, false])
  })

  describe('a client of the agency', () => {
    const clientWith = (more: Partial<NonNullable<typeof cleo>> = {}) => {
      const notifications = { notifyThrough: 'all', notifyIf: 'requestsOnly' } as const
      cleo = {
        email: 'cleo@example.com',
        agentIds: ['a1'],
        notifications,
        online: true,
        language: 'en',
        reads: { conversations: true, leads: false },
        ...more,
      }
    }
    async function mailed() {
      await happened('c1', asked)
      await happened('c1', handoff)
      await listen()
      await raisedOnes()
      return mails.filter(({ to }) => to === 'cleo@example.com')
    }

    it('is mailed requests of its agents under the brand of the agency', async () => {
      clientWith()
      expect(await mailed()).toMatchObject([
        { subject: 'A visitor asks for a person: Mara Lind', brand: { name: 'Harbour' } },
      ])
      expect(mails.at(-1)?.text).not.toContain('mara@example.com')
    })

    it('is told nothing of visitors if it may not read conversations', async () => {
      clientWith({ reads: { conversations: false, leads: true } })
      const [mail] = await mailed()
      expect(mail?.subject).toBe('A visitor asks for a person')
      expect(mail?.text).not.toMatch(/Mara|Mars|mara@/)
    })

    it('is mailed as much as was chosen for it', async () => {
      clientWith({ notifications: { notifyThrough: 'email', notifyIf: 'all' } })
      expect(await mailed()).toHaveLength(2)
    })

    it.each([
      ['that is told through push alone', { notifications: { notifyThrough: 'push', notifyIf: 'all' } }],
      ['that is told of nothing', { notifications: { notifyThrough: 'all', notifyIf: 'none' } }],
      ['without the agent', { agentIds: ['a2'] }],
    ] as const)('is mailed nothing %s', async (_, more) => {
      wasGiven = ['a1']
      clientWith(more)
      expect(await mailed()).toEqual([])
    })

    it('is mailed nothing without access, nor what it sees anyway', async () => {
      wasGiven = ['a1']
      expect(await mailed()).toEqual([])
      clientWith()
      looking = true
      await happened('c2', handoff)
      await raisedOnes()
      expect(mails.filter(({ to }) => to === 'cleo@example.com')).toEqual([])
      clientWith({ online: false })
      await happened('c3', handoff)
      await raisedOnes()
      expect(mails.filter(({ to }) => to === 'cleo@example.com')).toHaveLength(1)
    })
  })

  it('a request is for its assignee; when unanswered it is for all', async () => {
    await happened('c1', handoff)
    await happened('c1', unanswered)
    await listen({ assigneeOf: async () => 'u2' })
    expect((await raisedOnes()).map(({ title, notifyOnly }) => [title, notifyOnly])).toEqual([
      ['A visitor asks for a person', ['u2']],
      ['Nobody took over in time', []],
    ])
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['two@example.com', 'A visitor asks for a person: Mara Lind'],
      ['one@example.com', 'Nobody took over in time: Mara Lind'],
      ['two@example.com', 'Nobody took over in time: Mara Lind'],
    ])
  })

  it('nothing is lost while the log is unavailable, nor doubled after', async () => {
    let away = 3
    await happened('c1', handoff)
    await listen({
      handle: (...args) => (away-- > 0 ? Promise.reject(new Error('away')) : region.handle(...args)),
    })
    expect(await raisedOnes()).toHaveLength(1)
  })

  it('the start of an unrecorded conversation causes no notification, but its requests do', async () => {
    await happened('c1', asked)
    await happened('c1', handoff)
    await listen({ isRecorded: async () => false })
    expect((await raisedOnes()).map(({ title }) => title)).toEqual(['A visitor asks for a person'])
  })

  it('whoever took over hears of what the visitor writes: once until they have read it, never while they look', async () => {
    const person = { userId: 'u2', readUpTo: 3, watching: false }
    const wrote = (index: number) =>
      happened('c1', { ...asked, data: { ...asked.data, index, messageId: `m${index}`, owner: 'human' } })
    await listen({ takenOverBy: async () => person })
    await wrote(4)
    await wrote(5)
    expect((await raisedOnes()).map(({ title, notifyOnly }) => [title, notifyOnly])).toEqual([
      ['A visitor wrote to you', ['u2']],
    ])
    person.readUpTo = 5
    await wrote(6)
    expect(await raisedOnes()).toHaveLength(2)
    person.readUpTo = 6
    person.watching = true
    await wrote(7)
    expect(await raisedOnes()).toHaveLength(2)
    // Read before the bus delivered it.
    person.watching = false
    person.readUpTo = 8
    await wrote(8)
    expect(await raisedOnes()).toHaveLength(2)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['two@example.com', 'A visitor wrote to you: Mara Lind'],
      ['two@example.com', 'A visitor wrote to you: Mara Lind'],
    ])
  })
})
