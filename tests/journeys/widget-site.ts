/** A whole platform in its own folder, with agents and a browser to show them. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { api } from '@parley/contracts/api.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { readConfig } from '@parley/host/config.ts'
import { startPlatform } from '@parley/host/platform.ts'
import type { Browser } from 'playwright-core'
import { vi } from 'vitest'
import { signUpAs } from '../src/sign-up.ts'
import { launchBrowser, patience } from './browser.ts'

type AgentName =
  | 'plain'
  | 'quiet'
  | 'greeting'
  | 'automatic'
  | 'themed'
  | 'dark'
  | 'autoStart'
  | 'autoOpen'
  | 'following'
  | 'discreet'
  | 'synced'
  | 'inheriting'

export type WidgetSite = {
  origin: string
  /** The demo page with an agent, or asking for one. */
  demo(agentId: string): string
  agents: Record<AgentName, string>
  /** Of the agents' owner. */
  client: Client
  browser: Browser
  close(): Promise<void>
}

/** Of the plain agent; its website signs visitors' identities with it. */
export const secretKey = 'vg_OfWidgetJourneysOnly'

const pallet = Array.from({ length: 10 }, (_, step) => [52, 100, 95 - step * 10])
const repairs =
  'Repairs: send any lamp back, however old. Most lamps leave the workshop within eight working days. Cables and switches are replaced free of charge in the first ten years.'

const documents: Record<keyof WidgetSite['agents'], AgentDocument> = {
  plain: { SECRET_API_KEY: secretKey },
  quiet: { proactiveMessage: 'none' },
  greeting: { proactiveMessage: '👋 Hi, how can I help you today?' },
  automatic: { lang: 'automatic' },
  autoStart: {
    autoStartWidget: true,
    whatsappPhoneNumber: '+49 (151) 23-45',
    ui: { showWhatsappButtonOnWeb: true },
  },
  autoOpen: { autoOpenWidget: true },
  inheriting: { fontFamily: 'inherit', enableAudioSupport: true },
  following: { listenForUrlChanges: true },
  discreet: { listenForUrlChanges: true, vfSettings: { enableIgnoreUrlPaths: true } },
  synced: { syncBrowser: true },
  dark: {
    theme: 'blue-dark',
    proactiveMessage: '👋 Hi, how can I help you today?',
    whatsappPhoneNumber: '+49 151 2345',
    ui: { showWhatsappButtonOnWeb: true },
  },
  themed: {
    customThemeJSONString: JSON.stringify({ primary: '#ffde00', nineColorPallet: pallet, themeType: 'dark' }),
    ADVANCED_customCSS: '.header, .launcher { border-bottom: 7px solid red }',
  },
}

export async function startWidgetSite(): Promise<WidgetSite> {
  buildIfMissing()
  const folder = await mkdtemp(join(tmpdir(), 'widget-journey-'))
  const env = {
    PORT: '0',
    DEMO_PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
    REGIONS: 'na',
    // There are more than a plan has by default.
    MAX_AGENTS: 'unlimited',
  }
  const platform = await startPlatform(readConfig(env))
  const browser = await launchBrowser()
  const origin = platform.addresses?.api ?? ''
  return {
    origin,
    demo: (agentId) => `${platform.addresses?.demo}${agentId && `?region=na&agent=${agentId}`}`,
    ...(await createAgents(origin)),
    browser,
    async close() {
      await browser.close()
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createAgents(origin: string): Promise<Pick<WidgetSite, 'agents' | 'client'>> {
  let token: string | undefined
  const client = createClient({ routes: routesOf(api), baseUrl: origin, token: () => token })
  const body = {
    email: 'owner@fernhill.example',
    password: 'a long enough password',
    displayName: 'Fern',
    region: 'na' as const,
  }
  const signedUp = await signUpAs(client, origin, body)
  token = signedUp.token
  const common: AgentDocument = {
    title: 'Fernhill Help',
    ownerID: signedUp.workspace.workspaceId,
    agentPlatform: 'vg',
    enableNodes: false,
    messageDelayMS: 0,
    vg_initMessages: ['Hi! I am the Fernhill assistant.', 'Ask me about lamps, repairs or delivery.'],
    vg_initPrompt: '',
    vg_systemPrompt: repairs,
  }
  const ids: Partial<WidgetSite['agents']> = {}
  for (const [name, document] of Object.entries(documents) as [keyof WidgetSite['agents'], AgentDocument][]) {
    const agentId = `${name}0000000000`
    await client.call('agents.save', {
      params: { region: 'na', agentId },
      body: { ...common, ...document, ID: agentId },
    })
    await client.call('knowledge.addText', {
      params: { region: 'na', agentId },
      body: { name: 'Repairs', content: repairs },
    })
    await vi.waitFor(
      async () => {
        const { items } = await client.call('knowledge.list', { params: { region: 'na', agentId } })
        if (items[0]?.status !== 'SUCCESS') throw new Error(`The knowledge of ${name} is ${items[0]?.status}`)
      },
      { timeout: patience },
    )
    ids[name] = agentId
  }
  return { agents: ids as WidgetSite['agents'], client }
}

function buildIfMissing() {
  const widget = new URL('../../widget/', import.meta.url)
  if (existsSync(new URL('dist/loader.js', widget))) return
  execFileSync('npx', ['vite', 'build'], { cwd: widget, stdio: 'inherit' })
}
