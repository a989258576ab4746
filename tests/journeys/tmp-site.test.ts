import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { animationsOver, launchBrowser } from './browser.ts'
import { seriousFindings } from './serious-findings.ts'

let started: TestPlatform
let browser: Browser
beforeAll(async () => {
  started = await startTestPlatform({})
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await started?.stop()
})
test('look', async () => {
  const page = await browser.newPage()
  for (const [name, path] of [
    ['pricing', '/pricing'],
    ['whatsapp', '/whatsapp'],
    ['chatbot', '/chatbot'],
    ['landing', '/'],
  ])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await page.goto(started.url + path)
        if (name === 'whatsapp') await page.locator('summary').click()
        if (name === 'pricing' && colorScheme === 'dark') await page.getByText('Annual').first().click()
        await animationsOver(page)
        await page.screenshot({
          path: `test-results/site-${name}-${width}-${colorScheme}.png`,
          fullPage: name === 'pricing',
        })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        console.log(name, width, colorScheme, wide, (await seriousFindings(page)).join('; '))
      }
})
