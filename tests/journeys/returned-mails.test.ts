/** What an agency sees of mails that came back: listed with what to do, and marked at the people who have the addresses. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { complaint, deliver, notification } from '../src/bounce-mails.ts'
import { freePort } from '../src/free-ports.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let page: Page
let started: TestPlatform
let person: Person
let port = 0

beforeAll(async () => {
  port = await freePort()
})
eachSignedIn(
  (given) => {
    ;({ page, started, person } = given)
  },
  {
    // Chromium reports the failures that a test makes.
    expected: /agency\/bounces/,
    env: () => ({
      ...{ MAIL_RETURN_HOST: 'bounces.parley.example', INBOUND_MAIL_PORT: String(port) },
      ...{ CLIENT_SEATS: '20', WORKSPACE_SEATS: '5' },
    }),
  },
)

const place = () => ({ params: { region: 'na', workspaceId: person.workspaceId } }) as const
const sees = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor()
const returnPath = (email: string) =>
  `${started.platform.regions.get('na')?.ports.bounces.returnAddressOf(person.workspaceId, email)}@bounces.parley.example`
const bounce = (email: string, status: string) =>
  deliver(port, returnPath(email), notification({ to: email, status, id: email }))

async function openTab() {
  await page.goto(`${started.url}/app/na/agency?tab=email`)
  await page.getByRole('heading', { name: 'Returned mails' }).waitFor()
}

test('mails that came back are listed with what to do, and are sent again where somebody says so', async () => {
  await person.client.call('agency.initialize', place())
  await openTab()
  await sees('No mail has come back.')

  await bounce('cleo.a.very.long.address.of.a.person@department.of.lamps.example.com', '5.1.1')
  await bounce('full@example.com', '4.2.2')
  const angry = 'angry@example.com'
  const about = { to: angry, returnPath: returnPath(angry) }
  await deliver(port, 'complaints@bounces.parley.example', complaint(about))
  const list = page.getByRole('list', { name: 'Returned mails' })
  await expect.poll(() => list.getByRole('listitem').count(), { timeout: 10_000 }).toBe(3)
  await sees('1 bounced · 1 complaint · 1 delayed')
  await sees('There is no such address. Check the spelling, or ask for another address.')
  await sees('The mailbox is full. Ask the recipient to make room in it, then try again.')
  await sees('The recipient reported a mail as spam. Ask whether they want your mails before you try again.')
  await lookAt(page, 'returned-mails')

  const again = page.getByRole('button', { name: `Try again: ${angry}` })
  await page.route('**/agency/bounces/*/clear', (route) => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  })
  await again.click()
  await sees('Something went wrong. Please try again.')
  await again.focus()
  await page.keyboard.press('Enter')
  await sees(`Mails to ${angry} are sent again.`)
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await sees('1 bounced · 0 complaints · 1 delayed')
  await page.getByRole('button', { name: 'Dismiss: full@example.com' }).click()
  await sees('full@example.com is not listed any more.')
  await sees('1 bounced · 0 complaints · 0 delayed')
})

test('clients, members and invited people say that mail to them came back', async () => {
  await person.client.call('agency.initialize', place())
  const { organisationId } = await person.client.call('organisations.create', { ...place(), body: {} })
  const email = 'cleo@clients.example'
  const { clientId } = await person.client.call('clients.create', {
    ...place(),
    body: { orgId: organisationId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' },
  })
  const invited = 'noa@example.com'
  await person.client.call('invites.create', { ...place(), body: { email: invited } })
  await page.goto(`${started.url}/app/na/clients`)
  await sees('Cleo')
  const mark = page.getByText('Mail to this address bounced', { exact: true })
  expect(await mark.count()).toBe(0)
  // While the page is open.
  await bounce(email, '5.1.1')
  await mark.waitFor()
  await lookAt(page, 'returned-mail-client')
  await page.goto(`${started.url}/app/na/clients?client=${clientId}`)
  const drawer = page.getByRole('dialog', { name: /Cleo/ })
  await drawer.getByText('Mail to this address bounced', { exact: true }).waitFor()
  await lookAt(page, 'returned-mail-drawer')
  await drawer.getByRole('link', { name: 'See why' }).click()
  await page.getByRole('list', { name: 'Returned mails' }).getByText(email).waitFor()

  await bounce(invited, '5.1.2')
  const own = { to: person.email, returnPath: returnPath(person.email) }
  await deliver(port, 'complaints@bounces.parley.example', complaint(own))
  await page.goto(`${started.url}/app/na/workspace`)
  const members = page.getByRole('list', { name: 'Members', exact: true })
  await members.getByText('Reported your mail as spam', { exact: true }).waitFor()
  const invitations = page.getByRole('list', { name: 'Pending invitations' })
  await invitations.getByText('Mail to this address bounced', { exact: true }).waitFor()
  await lookAt(page, 'returned-mail-members')
})
