/**
 * A platform with one agent, opened as a chat that fills the window. Replies come from a model double; what must not
 * happen in a page (errors, policy violations, third parties) fails the test that caused it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { api } from '@parley/contracts/api.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import {
  type ModelDouble,
  type ModelDoubleOptions,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import { readConfig } from '@parley/host/config.ts'
import { type Platform, startPlatform } from '@parley/host/platform.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signUpAs } from '../src/sign-up.ts'
import { settled } from '../src/test-platform.ts'
import { launchBrowser, patience, watch } from './browser.ts'

export type Visit = {
  phone?: boolean
  locale?: string
  calm?: boolean
  /** Network errors are part of the test. */
  expectFaults?: boolean
}

export type ChatStage = {
  origin: string
  browser: Browser
  model: ModelDouble
  client: Client
  workspaceId: string
  userId: string
  platform: Platform
  /** Publishes an agent and returns its id. */
  agent(document: AgentDocument): Promise<string>
  /** A context with one page in which the agent's chat is open. */
  visit(agentId: string, visit?: Visit): Promise<Page>
  /** A page on which the agent's owner is signed in. */
  dashboard(): Promise<Page>
  /** Returns what must not have happened since the last call. */
  faults(): string[]
  close(): Promise<void>
}

/** `env`: configuration beside that of the stage. */
export async function startChatStage(
  options: ModelDoubleOptions = {},
  env: Record<string, string> = {},
): Promise<ChatStage> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-journey-'))
  const model = await startModelDouble(options)
  const platform = await startPlatform(
    readConfig({
      PORT: '0',
      DEMO_PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      REGIONS: 'na',
      OPENAI_API_KEY: 'double',
      OPENAI_BASE_URL: `${model.url}/v1`,
      // Each test has agents of its own.
      MAX_AGENTS: 'unlimited',
      ...env,
    }),
  )
  const browser = await launchBrowser()
  const origin = platform.addresses?.api ?? ''
  let token: string | undefined
  const client = createClient({ routes: routesOf(api), baseUrl: origin, token: () => token })
  const signedUp = await signUpAs(client, origin, {
    email: 'ada@fernhill.example',
    password: 'a long enough password',
    displayName: 'Ada',
    region: 'na',
  })
  token = signedUp.token
  const { workspaceId } = signedUp.workspace
  const contexts: { context: BrowserContext; faults: string[]; expected: boolean }[] = []
  let agents = 0

  return {
    origin,
    browser,
    model,
    client,
    workspaceId,
    userId: signedUp.user.userId,
    platform,

    async agent(document) {
      const agentId = `chat${String(++agents).padStart(12, '0')}`
      await client.call('agents.save', {
        params: { region: 'na', agentId },
        body: {
          ID: agentId,
          title: 'Fernhill Help',
          ownerID: workspaceId,
          agentPlatform: 'vg',
          enableNodes: false,
          messageDelayMS: 0,
          vg_defaultModel: 'gpt-4o',
          vg_initMessages: ['Hi! I am the Fernhill assistant.'],
          vg_initPrompt: '',
          proactiveMessage: 'none',
          ...document,
        },
      })
      await settled(platform)
      return agentId
    },

    async visit(agentId, { phone, locale = 'en-GB', calm, expectFaults = false } = {}) {
      const context = await browser.newContext({
        viewport: phone ? { width: 390, height: 844 } : { width: 420, height: 720 },
        hasTouch: phone ?? false,
        isMobile: phone ?? false,
        locale,
        reducedMotion: calm ? 'reduce' : null,
      })
      context.setDefaultTimeout(patience)
      const { faults } = await watch(context, [origin])
      contexts.push({ context, faults, expected: expectFaults })
      const page = await context.newPage()
      await page.goto(`${origin}/widget/na/${agentId}/frame`)
      await page.locator('.composer textarea').waitFor()
      return page
    },

    async dashboard() {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      await context.addCookies([{ name: 'parley_session', value: signedUp.token, url: origin }])
      await context.addInitScript((id) => {
        if (location.protocol === 'http:') localStorage.setItem('parley_workspace', id)
      }, workspaceId)
      context.setDefaultTimeout(patience)
      const { faults } = await watch(context, [origin])
      contexts.push({ context, faults, expected: false })
      return context.newPage()
    },

    faults: () => contexts.flatMap((each) => (each.expected ? [] : each.faults.splice(0))),

    async close() {
      await browser.close()
      await platform.stop()
      await model.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function say(page: Page, text: string): Promise<void> {
  await page.locator('.composer textarea').fill(text)
  await page.locator('.composer textarea').press('Enter')
  await page.locator('.bubble.own', { hasText: text }).last().waitFor()
}

/** Waits until the last message is not the visitor's and no reply is in progress. */
export async function answered(page: Page): Promise<void> {
  await page.locator('.log-content > .group:last-child:not(.own):not(.typing) time').waitFor()
}

export const replies = (page: Page) => page.locator('.group:not(.own):not(.typing) .bubble')

/** Saves a screenshot for people to check, if `SCREENSHOTS` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
