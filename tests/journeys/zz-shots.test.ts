import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { settled } from './browser.ts'
import { eachSignedIn } from './signed-in.ts'

let page: Page, started: TestPlatform, person: Person
eachSignedIn((given) => {
  ;({ page, started, person } = given)
})
test('shots', async () => {
  page.on('console', (m) => console.log('CONSOLE', m.text().slice(0, 300)))
  page.on('pageerror', (m) => console.log('ERROR', m.message.slice(0, 300)))
  const place = { params: { region: 'na' as const, workspaceId: person.workspaceId } }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${started.url}/app/na/agency`)
  await page.getByText('Agency settings initialized').waitFor()
  const tab = {
    tabId: 'a',
    label: 'Help centre',
    href: '/help',
    iconUrl: '',
    pageType: 'html' as const,
    htmlContent: '<h1>Hello</h1><p id=x></p>',
    jsContent: 'document.getElementById("x").textContent = "from script"',
    iframeUrl: '',
    alwaysVisible: true,
    desc: '',
  }
  await person.client.call('agency.save', {
    ...place,
    body: {
      name: 'Northwind Studio',
      brandingText: 'Sign in to see **your agents**.',
      supportEmail: 'help@north.example',
      tosPage: 'https://north.example/tos',
      address: '1 High Street, Leeds',
      customTabs: [
        tab,
        {
          ...tab,
          tabId: 'b',
          label: 'Status',
          href: '/status',
          alwaysVisible: false,
          pageType: 'iframe',
          htmlContent: '',
          jsContent: '',
          iframeUrl: 'https://status.example/',
        },
      ],
    },
  })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const size of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: size[0], height: size[1] })
      for (const name of ['overview', 'theme', 'tabs', 'footer', 'css']) {
        if (scheme === 'dark' && name === 'footer') continue
        await page.goto(`${started.url}/app/na/agency?tab=${name}`)
        await settled(page)
        if (name === 'theme' && size[0] === 1440) {
          await page
            .getByRole('group', { name: 'Previewed page' })
            .or(page.getByRole('radiogroup', { name: 'Previewed page' }))
            .getByText('Dashboard')
            .click()
          await page
            .getByRole('radiogroup', { name: 'Colour usage' })
            .getByText(scheme === 'light' ? 'Gradient' : 'Colorful')
            .click()
          await page.waitForTimeout(500)
        }
        await page.screenshot({ path: `/tmp/ag-${name}-${size[0]}-${scheme}.png` })
      }
      await page.goto(`${started.url}/app/na/agency?tab=tabs&customTab=a`)
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/ag-drawer-${size[0]}-${scheme}.png` })
      await page.goto(`${started.url}/app/na/c/help`)
      await page.waitForTimeout(800)
      await page.screenshot({ path: `/tmp/ag-c-${size[0]}-${scheme}.png` })
    }
  }
})
