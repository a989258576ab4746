/**
 * A double of the third-party dialog API on loopback, with configurable failures: the dialog of a bakery with a state
 * for each user. For tests and journeys; never started by the product.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type DialogAsked = {
  method: string
  userId: string
  what: string
  key: string
  versionID: string
  body: { action?: { type: string; payload?: unknown }; [name: string]: unknown }
}

/**
 * `hang`: accepts and never answers. `cut`: drops the connection. `garbage`: JSON of another shape. A number: that
 * status.
 */
export type DialogBehaviour =
  | 'normal'
  | 'hang'
  | 'cut'
  | 'garbage'
  | number
  | { status: number; headers: Record<string, string> }
  /** Answers with these traces. */
  | { traces: object[] }

export type DialogDouble = {
  url: string
  asked: DialogAsked[]
  /** Applies these behaviours to the next requests, in this order, then the normal one. */
  behave(...behaviours: DialogBehaviour[]): void
  stop(): Promise<void>
}

export const DIALOG_KEY = 'VF.DM.0123456789abcdef.Q1w2E3r4T5'

export async function startDialogDouble(): Promise<DialogDouble> {
  const asked: DialogAsked[] = []
  const users = new Map<string, { at: string; variables: Record<string, unknown> }>()
  let behaviours: DialogBehaviour[] = []

  const server = createServer(async (request, response) => {
    const [, userId = '', what = ''] =
      /^\/state\/user\/([^/]+)\/(interact|variables)$/.exec(request.url ?? '') ?? []
    const body = JSON.parse((await textOf(request)) || '{}')
    const key = String(request.headers.authorization ?? '')
    const { method = '' } = request
    asked.push({ method, userId, what, key, versionID: String(request.headers.versionid ?? ''), body })
    const behaviour = behaviours.shift() ?? 'normal'
    if (behaviour === 'hang') return
    if (behaviour === 'cut') return void request.socket.destroy()
    if (behaviour === 'garbage') return answer(response, 200, { traces: 'none' })
    if (typeof behaviour === 'number') return answer(response, behaviour, { code: behaviour, message: 'no' })
    if (typeof behaviour === 'object' && 'traces' in behaviour) return answer(response, 200, behaviour.traces)
    if (typeof behaviour === 'object') {
      for (const [name, value] of Object.entries(behaviour.headers)) response.setHeader(name, value)
      return answer(response, behaviour.status, {})
    }
    if (what === '') return answer(response, 404, { code: 404, status: 'Not Found' })
    if (key !== DIALOG_KEY) return answer(response, 401, { code: 401, status: 'Auth Key Required' })
    const user = users.get(userId) ?? { at: 'nowhere', variables: {} }
    users.set(userId, user)
    if (what === 'variables') {
      Object.assign(user.variables, body)
      return answer(response, 200, { variables: user.variables })
    }
    answer(response, 200, turn(user, body.action ?? { type: 'launch' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave(...next) {
      behaviours = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type User = { at: string; variables: Record<string, unknown> }

function turn(user: User, action: { type: string; payload?: unknown }): object[] {
  const time = Math.floor(Date.now() / 1000)
  const told = (traces: object[]) => traces.map((trace) => ({ time, ...trace }))
  switch (action.type) {
    case 'launch':
      user.at = 'menu'
      user.variables = {}
      return told([
        { type: 'debug', payload: { message: 'entering the start' } },
        text('Welcome to the bakery!'),
        { type: 'visual', payload: { visualType: 'image', image: 'https://bakery.example/shop.png' } },
        {
          type: 'choice',
          payload: {
            buttons: [
              path('Order bread', 'path-order'),
              { name: 'Opening hours', request: intent('opening_hours', 'Opening hours') },
            ],
          },
        },
      ])
    case 'path-order':
      return told([
        text('What may it be?'),
        {
          type: 'carousel',
          payload: { layout: 'Carousel', cards: ['Rye loaf', 'Oat roll'].map((title) => card(title)) },
        },
      ])
    case 'path-rye-loaf':
    case 'path-oat-roll':
      user.at = 'over'
      return told([
        text(`${action.type === 'path-rye-loaf' ? 'Rye loaf' : 'Oat roll'}: it is baked for you.`),
        { type: 'end' },
      ])
    case 'intent':
      return told([text('From six to six.'), { type: 'cardV2', payload: card('Find us') }])
    case 'text': {
      const said = String(action.payload)
      if (/person/i.test(said)) return told([{ type: 'Handoff', payload: { reason: 'Wants to talk' } }])
      if (/nothing/i.test(said)) return told([{ type: 'block', payload: {} }])
      if (/music/i.test(said))
        return told([
          {
            type: 'speak',
            payload: { type: 'audio', src: 'https://bakery.example/jingle.mp3', message: '' },
          },
        ])
      const name = user.variables.name ? `, ${user.variables.name}` : ''
      return told([text(`You said: ${said}${name}.`)])
    }
    default:
      return told([text(`I do not know ${action.type}.`)])
  }
}

const text = (message: string) => ({
  type: 'text',
  payload: { slate: { id: 'x', content: [{ children: [{ text: message }] }] }, message, delay: 1000 },
})
const path = (name: string, type: string) => ({
  name,
  request: { type, payload: { label: name, actions: [] } },
})
const intent = (name: string, query: string) => ({
  type: 'intent',
  payload: { label: query, query, entities: [], intent: { name } },
})
const card = (title: string) => ({
  title,
  description: { text: `${title}, fresh`, slate: [] },
  imageUrl: `https://bakery.example/${title.toLowerCase().replace(' ', '-')}.png`,
  buttons: [
    path('Choose', `path-${title.toLowerCase().replace(' ', '-')}`),
    {
      name: 'More',
      request: {
        type: 'path-more',
        payload: {
          label: 'More',
          actions: [{ type: 'open_url', payload: { url: 'https://bakery.example/', target: '_blank' } }],
        },
      },
    },
  ],
})

async function textOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
