/** The landing page. What it says of the product is built; the chat answers where there is an agent for it (`site-agent.ts`). */
import type { Region } from '@parley/contracts/endpoint.ts'
import { escapeHtml } from '../page-files.ts'
import { type Site, sitePage } from './site-page.ts'

export type SiteAgent = { region: Region; agentId: string }

const features: [title: string, text: string][] = [
  [
    'Answers from your own knowledge',
    'Websites, documents and texts become answers with their sources. What the knowledge does not hold, the agent does not invent.',
  ],
  [
    'Flows that do a job',
    'Book, qualify, look up an order: drawn on a canvas, in 13 languages, and never a trap. A visitor can always ask something else or ask for a person.',
  ],
  [
    'People take over in mid-sentence',
    'A shared inbox with assignment, notes, tags and translation. Visitors who left get the reply by mail, and their answer comes back.',
  ],
  [
    'Tested before it is published',
    'Collect questions and whole dialogues, run draft and published version side by side, and publish only what passes. Every version can be restored.',
  ],
  [
    'A widget that weighs 6 KB',
    'Loads after your page, speaks to screen readers, keeps to your colours and fonts, and works on slow networks.',
  ],
  [
    'Every change on record',
    'Who changed what and when, in a tamper-evident history. A visitor’s data is exported or erased in one click and stays in its region.',
  ],
]

export function landingPage(site: Site, agent: SiteAgent | undefined): string {
  const name = escapeHtml(site.name)
  const items = features.map(([title, text]) => `<li><h3>${title}</h3><p>${text}</p></li>`)
  const script = `<script async src="${escapeHtml(site.url)}/widget/na/AGENT.js"></script>`
  return sitePage(site, {
    path: '/',
    title: 'AI agents for your website, in your own brand',
    description:
      'Build AI agents that answer from your knowledge, run your flows and hand over to people. Embed them with one line, in your own brand.',
    body: `<section class="hero"><div><h1>AI agents for your website, in your own brand</h1>
<p class="lead">${name} answers your visitors from your own knowledge, runs your flows, and hands over to a person when a person is needed. For one site, or for all your clients.</p>
<p class="actions"><a class="button" href="/signup">Create your first agent</a><a class="button plain" href="#how">How it works</a></p>
${agent ? `<p class="lead">The chat in the corner is an agent made with ${name}. Ask it something.</p>` : ''}</div>
${exampleChat}</section>
<section class="features" aria-labelledby="features"><h2 id="features">What your visitors and your team get</h2><ul class="grid">${items.join('')}</ul></section>
<section class="steps" aria-labelledby="how"><h2 id="how">From nothing to answering</h2><ol>
<li><h3>Make an agent</h3><p>Start from a template for support, real estate, health care or appointments, or from a blank page.</p></li>
<li><h3>Give it your knowledge</h3><p>Enter the address of your website or add files. Try questions and see which passage each answer comes from.</p></li>
<li><h3>Put it on your website</h3><p>One line of HTML:</p><pre><code>${escapeHtml(script)}</code></pre></li></ol></section>`,
    ...(agent && {
      scripts: `<script async src="/widget/${agent.region}/${escapeHtml(agent.agentId)}.js"></script>`,
    }),
  })
}

const exampleChat = `<figure class="chat"><figcaption>A conversation with an agent</figcaption><ol>
<li>Hello! How can I help you?</li>
<li class="visitor">Can I return a lamp after three weeks?</li>
<li>Yes. You can return unused items within 30 days of delivery, and we pay for the parcel.<small>From: Returns and refunds</small></li>
<li class="visitor">It arrived broken, can I talk to someone?</li>
<li>I’m sorry to hear that. Nora from our team joins this chat.</li></ol></figure>`
