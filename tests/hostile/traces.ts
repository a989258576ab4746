/** Texts that a visitor enters in every possible place, to be searched for where they must not appear. */
import { expect } from 'vitest'
import { type Attacked, conversationsOf, inRegion, type Visit } from './attacker.ts'

export const secrets = {
  said: 'Marker-said-7f3a my gate code is 4711',
  page: 'https://shop.example/marker-page-91bd?order=1',
  name: 'Marker-Name Wibberley',
  email: 'marker-mail@visitor.example',
  variable: 'marker-variable-55',
  feedback: 'marker-feedback-12',
  note: 'marker-note-42',
  file: 'marker-file-content-77 ',
  reply: 'marker-human-reply-31',
  address: '198.51.100.177',
}
/** Each whole, and its beginning alone. */
export const markers = Object.values(secrets).flatMap((text) => [text, text.slice(0, 14)])

/** A visitor who leaves every kind of text; the visitor of `before` if given. */
export async function leaveTraces(
  { call, mine, parley }: Attacked,
  withAgent: string,
  { uploads, before }: { uploads: boolean; before?: Visit },
): Promise<Visit & { visitorId: string }> {
  const headers = { 'x-forwarded-for': secrets.address }
  const { json } = await call('POST', conversationsOf(withAgent), {
    headers,
    body: {
      pageUrl: secrets.page,
      browser: 'Firefox',
      ...(before ? { visitorToken: before.visitorToken } : {}),
    },
  })
  const { conversationId, visitorToken } = json
  const place = `${conversationsOf(withAgent)}/${conversationId}`
  const post = async (path: string, body: object) => {
    const answer = await call('POST', `${place}/${path}`, { token: visitorToken, body, headers })
    expect(answer.status, `${path}: ${answer.text}`).toBe(200)
    return answer
  }
  const text = Buffer.from(secrets.file.repeat(30)).toString('base64')
  if (uploads) await post('files', { id: 'f1', name: 'list.txt', base64Payload: text })
  await post('messages', { id: 'm1', text: secrets.said, ...(uploads ? { files: ['f1'] } : {}) })
  await post('identity', { name: secrets.name, email: secrets.email })
  await post('variables', { variables: { plan: secrets.variable } })
  await post('page', { pageUrl: secrets.page })
  await post('feedback', { rating: 'down', comment: secrets.feedback })
  await post('transcript', { email: secrets.email })
  const team = { params: { ...inRegion, agentId: withAgent, conversationId } } as const
  await mine.client.call('conversations.addNote', { ...team, body: { text: secrets.note } })
  await mine.client.call('conversations.takeOver', team)
  await mine.client.call('conversations.reply', { ...team, body: { id: 'r1', text: secrets.reply } })
  await parley.settled()
  const claims = JSON.parse(Buffer.from(visitorToken.split('.')[1], 'base64url').toString())
  return {
    conversationId,
    visitorToken,
    visitorId: claims.visitorId,
    path: `${place}/messages`,
    say: (id, text) => call('POST', `${place}/messages`, { token: visitorToken, body: { id, text } }),
    read: () => call('GET', `${place}/messages`, { token: visitorToken }),
  }
}
