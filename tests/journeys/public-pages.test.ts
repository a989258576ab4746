/** Every page that anybody may open, in light and dark, wide and on a phone. */
import { legalPages } from '@parley/host/pages/site/legal-pages.ts'
import { productPages } from '@parley/host/pages/site/product-pages.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, watch } from './browser.ts'
import { lookAt } from './look-at.ts'

const pages = [
  '/',
  '/pricing',
  ...productPages.map(({ path }) => path),
  ...legalPages.map((page) => `/legal/${page}`),
  '/thank_you',
  '/login',
  '/signup',
  '/forgot',
]

let parley: TestPlatform
let browser: Browser
beforeAll(async () => {
  parley = await startTestPlatform()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
})

test.for(pages)('%s is accessible, fits, and has fields that are seen', async (path) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  const { faults } = await watch(context, [parley.url])
  const page = await context.newPage()
  await page.goto(parley.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await lookAt(page, `public${path.replaceAll('/', '-')}`)
  expect(faults).toEqual([])
})
