/** The pages that show an agent to others, with the agent's name and picture and nobody else's. */
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { StoredPublicAgent } from '@parley/projections/public-agents/public-agents.projection.ts'
import { withLinkPreview } from '../link-preview.ts'
import { escapeHtml } from '../page-files.ts'
import { fontTags } from '../site/site-page.ts'
import { prototypeStyles } from './prototype-styles.ts'

export type Shown = {
  region: Region
  agentId: string
  stored: StoredPublicAgent
  origin: string
  /** The address of the font's file; undefined for that of the device. */
  font: string | undefined
}

/** A page made for this agent, as a website would be, with its widget. */
export function standardDemo(shown: Shown): string {
  const { title, description } = shown.stored.agent
  return `${pageStart(shown, 'demo')}<main class="card">${pictureOf(shown)}<h1 dir="auto">${escapeHtml(title)}</h1>${paragraph(description)}
<p class="quiet">This page shows the agent as visitors of your website meet it. Open the chat in the corner and ask something.</p></main>${widgetScript(shown)}${pageEnd}`
}

/** The chat in the page, for whoever is sent the address. */
export function sharePage(shown: Shown): string {
  const chat = `/app/${shown.region}/render/${encodeURIComponent(shown.agentId)}/iframe`
  const name = escapeHtml(shown.stored.agent.title)
  return `${pageStart(shown, 'share')}<main><h1 class="unseen">${name}</h1><iframe class="chat" src="${chat}" title="Chat" referrerpolicy="same-origin" allow="clipboard-write; fullscreen; microphone"></iframe></main>${pageEnd}`
}

/** For whoever has an address without a key and is not of the team. `address`: the page's own, to come back to. */
export function signInPage(shown: Shown, address: string): string {
  return `${pageStart(shown, 'demo')}<main class="card">${pictureOf(shown)}<h1>Sign in to see this preview</h1>
<p class="quiet">Members of the workspace can preview an agent on any website. If somebody sent you this address, ask them for the whole address of the page that they see.</p>
<p><a class="button" href="/login?next=${escapeHtml(encodeURIComponent(address))}">Sign In</a></p></main>${pageEnd}`
}

export function pageStart({ stored, origin, font }: Shown, kind: 'demo' | 'share' | 'preview'): string {
  const head = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title></title><link rel="icon" href="data:,"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">${fontTags(font)}<style>${prototypeStyles}</style></head>`
  return `<!doctype html>
<html lang="en">${withLinkPreview(head, stored, origin)}<body class="${kind}">`
}

export const pageEnd = '</body></html>\n'

/** The widget, also of an agent that is limited to certain websites. */
export function widgetScript({ region, agentId }: Shown): string {
  return `<script async src="/widget/${region}/${encodeURIComponent(agentId)}.js?ours"></script>`
}

export function pictureOf({ stored }: Shown): string {
  const { title, roundedImageURL } = stored.agent
  const picture = safeImage(roundedImageURL)
  if (picture) return `<img class="picture" src="${escapeHtml(picture)}" alt="">`
  return `<span class="picture" aria-hidden="true">${escapeHtml([...title.trim()][0]?.toLocaleUpperCase() ?? '')}</span>`
}

const paragraph = (text: string) => (text === '' ? '' : `<p dir="auto">${escapeHtml(text)}</p>`)
