/** The link preview of the chat's own page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let parley: TestPlatform
let owner: Person
let params: { region: 'na'; agentId: string }
beforeAll(async () => {
  parley = await startTestPlatform()
  owner = await parley.signUp()
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Lamps & "Co" </title><script>', agentTemplate: 'blank-template' },
  })
  params = { region: 'na', agentId: agentCreated.ID }
})
afterAll(() => parley.stop())

/** Publishes settings and returns the page's head once read models show them. */
async function headWith(settings: {
  roundedImageURL?: string
  squareImageURL?: string
  allowedOrigins?: string[]
}) {
  const { data: document } = await owner.client.call('agents.get', { params })
  await owner.client.call('agents.save', { params, body: { ...document, ...settings } })
  await owner.client.call('agents.get', { params })
  const answer = await fetch(`${parley.url}/app/na/render/${params.agentId}/iframe`)
  expect(answer.status).toBe(200)
  return (await answer.text()).split('</head>')[0]
}

it('names the agent, with its name escaped', async () => {
  const head = await headWith({ roundedImageURL: '', squareImageURL: '' })
  const name = 'Lamps &amp; &quot;Co&quot; &lt;/title&gt;&lt;script&gt;'
  expect(head).toContain(`<title>${name}</title>`)
  expect(head).toContain(`<meta property="og:title" content="${name}">`)
  expect(head).not.toMatch(/og:image|apple-touch-icon/)
})

it('shows the square picture, and the round one if there is none', async () => {
  const [round, square] = ['https://shop.example/round.png', 'https://shop.example/square.png']
  expect(await headWith({ roundedImageURL: round })).toContain(
    `<meta property="og:image" content="${round}">`,
  )
  const head = await headWith({ squareImageURL: square })
  expect(head).toContain(`<meta property="og:image" content="${square}">`)
  expect(head).toContain(`<link rel="apple-touch-icon" href="${square}">`)
  expect(head?.match(/rel="icon"/g)).toHaveLength(1)
  expect(head).not.toContain(round)
  expect(await headWith({ squareImageURL: 'javascript:alert(1)', roundedImageURL: '' })).not.toContain(
    'javascript:',
  )
})

it('gives the address of a picture that was uploaded, which opens for whoever previews the link', async () => {
  const head = await headWith({ squareImageURL: `data:image/png;base64,${pixel}` })
  const [, address = ''] = /<meta property="og:image" content="([^"]+)">/.exec(head ?? '') ?? []
  expect(address.startsWith(`${parley.url}/api/na/public/files/`)).toBe(true)
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(pixel)
})
