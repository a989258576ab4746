import queries from 'virtual:parley-preview-queries'
import { api, type EndpointName } from '@parley/contracts/api.ts'
import { clientPageHrefs } from '@parley/contracts/client/pages.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { describe, expect, test, vi } from 'vitest'
import { agencyOf } from '../features/agency/previewed.samples.ts'
import { previewedOf } from '../features/agency/previewed.ts'
import { answers } from './answers.ts'
import { conversations, leads } from './made-up.ts'
import type { Previewed } from './messages.ts'
import type { Asked } from './transport.ts'
import { previewFetch } from './transport.ts'

const shown = (settings: Parameters<typeof agencyOf>[0] = {}): Previewed => ({
  ...previewedOf(agencyOf(settings), { region: 'na', css: '', webFont: undefined }),
  ...{ page: 'dashboard', scheme: 'light' },
})
const signsUp = {
  enableClientSignup: true,
  defaultClientAccess: [...clientPageHrefs],
  defaultAllowCreateAgents: true,
  defaultCanDelegateChats: true,
}

/** With which each endpoint is asked in turn, besides nothing. */
const askedWith: { [Name in EndpointName]?: { params?: Asked['params'][]; query?: string[] } } = {
  'clientAuth.tab': { params: [{ tabId: 'help' }] },
  'conversations.get': { params: conversations.map(({ conversationId }) => ({ conversationId })) },
  'conversations.list': {
    query: ['view=open', 'view=unassigned', 'view=mine', 'view=waiting', 'view=resolved', 'view=all'],
  },
  'leads.get': { params: leads.map(({ leadId }) => ({ leadId })) },
  'leads.list': { query: ['status=new', 'status=lost'] },
  'analytics.unanswered': { query: ['handled=true', 'handled=false'] },
  'analytics.summary': { query: ['from=2026-01-01&to=2026-01-07&timeZone=Europe%2FRome'] },
  'analytics.series': {
    query: ['figure=resolvedAlone&from=2026-01-01&to=2026-03-31', 'figure=replyTime', 'figure=loads'],
  },
}

describe('each made-up answer is one that its endpoint can give', () => {
  test.each(Object.keys(answers) as EndpointName[])('%s', (name) => {
    const answer = answers[name] as (asked: Asked) => unknown
    const { params = [{}], query = [''] } = askedWith[name] ?? {}
    const all = [shown(), shown(signsUp)].flatMap((previewed) =>
      params.flatMap((params) =>
        query.map((query) => answer({ params, query: new URLSearchParams(query), previewed })),
      ),
    )
    const { output } = api[name] as Endpoint
    for (const given of all) expect(output.parse(given)).toEqual(given)
  })

  test('those that are not made up are the least', () => {
    for (const [name, [, , answer]] of Object.entries(queries)) {
      if (answer === null) continue
      const { output } = api[name as EndpointName] as Endpoint
      expect(output.safeParse(answer).error, name).toBeUndefined()
    }
  })
})

test('a client who may open every page is asked for nothing that has no answer', () => {
  const without = Object.entries(queries)
    .filter(([name, [, , least]]) => least === null && !(name in answers))
    .map(([name]) => name)
  // Of a page of the agency's people.
  expect(without).toEqual(['workspaces.overview'])
})

describe('the stand-in for the server', () => {
  const signedOut = vi.fn()
  const fetch = previewFetch(() => shown(), signedOut)
  const told = async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetch(...asked)
    return { status: answer.status, body: await answer.json() }
  }

  test('answers what the page asks by its address', async () => {
    const { status, body } = await told('/api/na/v2/agents/tea-advisor/leads/lead-2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ leadId: 'lead-2' })
  })

  test('changes nothing', async () => {
    const refused = { status: 403, body: { message: 'This is a preview' } }
    expect(await told('/api/auth/client/sign-in', { method: 'POST', body: '{}' })).toMatchObject(refused)
    expect(await told('/api/na/v2/agents/tea-advisor/leads/lead-2', { method: 'DELETE' })).toMatchObject(
      refused,
    )
    expect(await told('/nowhere')).toMatchObject(refused)
    expect(signedOut).not.toHaveBeenCalled()
  })

  test('leads whoever signs out to the sign-in page', () => {
    void fetch('/api/auth/client/sign-out', { method: 'POST' })
    expect(signedOut).toHaveBeenCalledOnce()
  })
})
