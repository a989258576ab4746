/** An owner's first agent: made of a website on loopback, with its brand, its language and its facts, and asked at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompanySite, startCompanySite } from './src/company-site.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let site: CompanySite
let started: TestPlatform
let owner: Person
beforeAll(async () => {
  site = await startCompanySite()
  started = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: site.address })
  owner = await started.signUp()
})
afterAll(async () => {
  await started?.stop()
  await site?.stop()
})

const params = { region: 'na' as const }
const companyAt = (path: string) => ({
  name: 'Fern & Fold',
  website: site.origin + path,
  description: 'We repair paper lamps.',
})
const branding = (path: string) =>
  owner.client.call('onboarding.getBrandingInfo', { params, body: { company: companyAt(path) } })
const choices = { primaryColor: '#1a7f5a', themeMode: 'light', faviconApproved: true } as const

test('a website gives its colours, its icon, its mode and its language', async () => {
  const { brandingInfo } = await branding('/')
  expect(brandingInfo.colors.slice(0, 2)).toEqual(['#1a7f5a', '#b3541e'])
  // Neither what a framework brings along, nor what no part of the page has, nor greys and tints.
  expect(brandingInfo.colors).toEqual(['#1a7f5a', '#b3541e'])
  expect(brandingInfo.favicon).toMatch(/^data:image\/png;base64,iVBOR/)
  expect(brandingInfo).toMatchObject({ themeMode: 'light', language: 'en' })
})

test.each([
  ['/empty', 'The page is empty.'],
  ['/blocking', 'The site blocks automatic readers (403). Whoever runs it can allow them.'],
  ['/huge', 'The answer is larger than 5,000,000 bytes.'],
  ['/inside', '10.0.0.1 is not an address on the public internet.'],
  ['/missing', 'There is no page at this address (404).'],
])('a site that can’t be read says why: %s', async (path, message) => {
  await expect(branding(path)).rejects.toMatchObject({ status: 422, code: 'website-not-read', message })
})

test('a site that is down says so', async () => {
  const company = { ...companyAt('/'), website: 'http://127.0.0.1:9' }
  const body = { company }
  await expect(owner.client.call('onboarding.getBrandingInfo', { params, body })).rejects.toMatchObject({
    status: 422,
    message: '127.0.0.1 is not an address on the public internet.',
  })
  const nowhere = { company: { ...company, website: 'https://nowhere.invalid' } }
  await expect(
    owner.client.call('onboarding.getBrandingInfo', { params, body: nowhere }),
  ).rejects.toMatchObject({ status: 422, code: 'website-not-read' })
})

test('the agent has the brand, the facts and questions of its website, and answers them with their pages', async () => {
  const body = { company: companyAt('/'), brandingChoices: choices }
  const { agentId, agentData, questions, prototypeUrl } = await owner.client.call(
    'onboarding.createPersonalizedAgent',
    { params, body },
  )
  expect(prototypeUrl).toBe(`/app/na/agents/${agentId}/nodes?showDebugger=true`)
  expect(agentData).toMatchObject({
    title: 'Fern & Fold',
    lang: 'automatic',
    theme: 'blue-light',
    enableNodes: true,
  })
  expect(agentData.SECRET_API_KEY).toBeUndefined()
  expect(JSON.parse(agentData.customThemeJSONString ?? '')).toMatchObject({ primary: '#1a7f5a' })
  // The icon is a file of ours.
  expect(agentData.roundedImageURL).toMatch(/^\/api\/na\/public\/files\//)
  expect(agentData.facts).toContain('+44 113 496 0000')
  expect(questions.slice(0, 2)).toEqual([
    'How long does the repair of a lamp take?',
    'Can I return a handmade lamp?',
  ])

  const asked = await owner.client.call('onboarding.askAgent', {
    params: { ...params, agentId },
    body: { questions: questions.slice(0, 3) },
  })
  expect(asked.reading).toBe(false)
  expect(asked.pagesRead).toBe(3)
  expect(asked.items.map(({ answered }) => answered)).toEqual([true, true, true])
  const [repair, , hours] = asked.items
  expect(hours?.question).toBe('What are your opening hours?')
  expect(hours?.answer).toContain('Tuesday–Saturday 10:00–18:00')
  expect(repair?.answer).toContain('nine working days')
  expect(repair?.sources.map(({ url }) => url)).toContain(`${site.origin}/faq`)
})

test('a creation that is repeated finds the same agent', async () => {
  const call = { params, body: { company: companyAt('/'), brandingChoices: choices } }
  const once = () =>
    owner.client.call('onboarding.createPersonalizedAgent', call, { idempotencyKey: 'again' })
  const [one, other] = await Promise.all([once(), once()])
  expect(other.agentId).toBe(one.agentId)
  const { items } = await owner.client.call('knowledge.list', {
    params: { ...params, agentId: one.agentId },
    query: {},
  })
  // The website, and what it states of itself.
  expect(items).toHaveLength(2)
})

test('a site that is gone by then still leaves an agent with what the owner wrote', async () => {
  const company = { ...companyAt('/'), website: 'https://nowhere.invalid' }
  const { agentData, questions } = await owner.client.call('onboarding.createPersonalizedAgent', {
    params,
    body: { company, brandingChoices: choices },
  })
  expect(agentData.facts).toContain('We repair paper lamps.')
  expect(questions).toEqual(['What does Fern & Fold offer?'])
})

test('the session says of the personal workspace alone whether the onboarding is done', async () => {
  const person = await started.signUp()
  const { workspaceId } = person
  await person.client.call('workspaces.create', { params, body: { workspaceName: 'Second' } })
  const flags = async () => {
    const { workspaces } = await person.client.call('auth.session', {})
    return workspaces.map(({ workspaceName, isAgentOnboardingDone }) => [
      workspaceName.replace(/ .*/, ''),
      isAgentOnboardingDone,
    ])
  }
  expect(await flags()).toEqual([
    ['Personal', false],
    ['Second', undefined],
  ])
  const internal = { isAgentOnboardingDone: true }
  await person.client.call('workspaces.save', { params: { ...params, workspaceId }, body: { internal } })
  expect(await flags()).toEqual([
    ['Personal', true],
    ['Second', undefined],
  ])
})
