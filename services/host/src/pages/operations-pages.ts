/** Plain pages without script for developers and operators: the API reference, the mail outbox. */

import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'
import { PERMISSIONS_PATH } from '../http/openapi.ts'
import type { Mail } from '../http/operations.ts'
import { examplesOf } from './api-examples.ts'
import { shapeOf } from './api-shapes.ts'
import { escapeHtml } from './page-files.ts'

/** The policy allows the page's own inline styles and nothing else. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

export function apiReferencePage(endpoints: Record<string, Endpoint>): string {
  const groups = Map.groupBy(Object.values(endpoints), (endpoint) => endpoint.name.split('.')[0]!)
  const sections = [...groups].map(
    ([group, members]) => `<h2>${escapeHtml(group)}</h2>${members.map(endpointRow).join('')}`,
  )
  return plainPage(
    'API reference',
    `<h1>API reference</h1><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>${firstSteps}
    <h2>Every call</h2><p>A command answers with the header <code>log-position</code>;
    send it back as <code>log-after</code> and a query waits until it shows that change. Send <code>idempotency-key</code> to make a
    retry safe: a command with the same key takes effect once, and the repetition gets the first answer, whatever its body.
Make a new key for every command, such as a UUID; it counts for one caller, one call and one path. Visitors’ new conversations are the exception: each call starts one. To overwrite only what you have read, send the <code>etag</code> of the query that a call names below as
    <code>if-match</code>: it is refused with 412 <code>changed-since-read</code> if somebody else changed it meanwhile.</p><p>The examples read <code>API_URL</code>, the address of this server,
    <code>API_TOKEN</code>, such as the workspace secret, and the parameters of paths from the environment.</p><p>Each call needs a permission: <a href="${PERMISSIONS_PATH}">who holds which</a>.</p>${sections.join('')}`,
  )
}

/** What somebody from outside has to know before the first call. */
const firstSteps = `<h2>First steps</h2>
<p><b>A token.</b> In the dashboard, <b>Workspace → Access tokens</b> makes one with the permissions that you choose; it is shown once.
Send it as <code>Authorization: Bearer …</code>. The workspace secret, on the same page as the workspace’s ID, may do more and has no expiry. A token counts for the
one workspace that made it, so that calls whose path has no <code>{workspaceId}</code> are about that workspace.</p>
<p><b>A region.</b> Each workspace is in one region, <code>na</code> or <code>eu</code>, which stands in the path and in the addresses of the
dashboard, such as <code>/app/na/agents</code>. The ID of an agent stands in its addresses; the calls that list things answer
with those of the rest. Whoever makes an agent with <code>agents.save</code> chooses its ID, of 1 to 64 letters, digits, <code>-</code> and <code>_</code>;
templates and imports answer with the one that they made.</p>
<p><b>Lists</b> answer with <code>items</code> and, if there are more, with <code>next</code>. Send that as <code>cursor</code> for the
next page; <code>limit</code> is the size of a page, 200 at most.</p>
<p><b>Refusals</b> are <code>application/problem+json</code>: <code>status</code>, a <code>code</code> for programs, a <code>message</code> for people,
and <code>errors</code>, with a <code>field</code> and <code>message</code> for each input at fault. Every call may be refused with
400 <code>invalid-input</code>, 401 <code>not-signed-in</code>, 403 <code>not-allowed</code>, 404 <code>not-found</code>, and 429
<code>too-many-requests</code>; what else it may be is named with the call.</p>
<p><b>Limits</b> are told in the headers <code>RateLimit-Policy</code> and <code>RateLimit</code>, a token’s being 600 calls a minute. After 429,
wait for the seconds of <code>Retry-After</code>.</p>
<p><b>Changes.</b> Answers may get further fields, and events further types: pass over what you don’t know. A call that comes to an end is
marked <code>deprecated</code> in the OpenAPI document, with what takes its place, and answers with the headers <code>Deprecation</code> and <code>Sunset</code>, from when and until when.</p>
<p><b>Webhooks</b> are told of what happens: <code>POST /api/{region}/v2/webhooks</code> makes one and answers with its signing secret,
<code>GET /api/{region}/v2/webhooks/events</code> names all events with the schema and an example of each. Deliveries are POST requests with
<code>{ type, payload, createdAt, version }</code>, <code>version</code> being that of the event’s schema, and are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> say:
<code>webhook-signature</code> holds <code>v1,</code> and the base64 of the HMAC-SHA256 of <code>id.timestamp.body</code>, of the headers
<code>webhook-id</code> and <code>webhook-timestamp</code> and the body as it came; the key is the base64 after <code>whsec_</code>. For a day after a new secret was made there are two signatures, with a space between them; one that fits is enough.
Refuse a timestamp, in seconds since 1970, that is more than five minutes off. Answer with 2xx within 15 seconds;
anything else is sent again for a day, so an id may come twice.</p>
<p><b>Visitors.</b> Calls below <code>/public/</code> are those of somebody on a website and need no token of a workspace.
<code>POST …/public/agents/{agentId}/conversations</code> answers with a <code>visitorToken</code>, which further calls of this visitor send as bearer token.</p>
<p><b>AI clients</b> reach the same calls by the Model Context Protocol at <code>/api/{region}/mcp</code>, with the same token.</p>`

function endpointRow(endpoint: Endpoint): string {
  const refusals = { ...endpoint.refusals }
  const codes = Object.entries(refusals).map(([code, status]) => `<code>${status} ${escapeHtml(code)}</code>`)
  return `<section><h3><span class="method">${endpoint.method}</span> <code>${escapeHtml(endpoint.path)}</code></h3>
    <p>${escapeHtml(endpoint.summary)}.</p>${shapeRows(endpoint)}<p class="quiet">Permission: <a href="${PERMISSIONS_PATH}#${endpoint.permission}"><code>${endpoint.permission}</code></a>${endpoint.overwrites ? ` · <code>if-match</code>: the <code>etag</code> of <code>${escapeHtml(endpoint.overwrites)}</code>` : ''}${codes.length > 0 ? ` · Refusals: ${codes.join(' ')}` : ''}</p>${exampleRows(endpoint)}</section>`
}

/** What it takes and what it answers. Of paths, what is more than a text. */
function shapeRows({ name, query, body, output, mediaTypes, delivery }: Endpoint): string {
  const taken = [
    ...(query ? [['Query', shapeOf(query, 'input')]] : []),
    ...(body ? [['Body', shapeOf(body, 'input')]] : []),
    ...(mediaTypes
      ? [['Answer', mediaTypes.join(', ')]]
      : output
        ? [[delivery === 'stream' ? 'Answer, as a stream of events' : 'Answer', shapeOf(output, 'output')]]
        : []),
  ].filter(([, shape]) => shape !== '{}')
  const rows = taken.map(([what, shape = '']) => `<p>${what}: <code>${escapeHtml(shape)}</code></p>`)
  return `<p class="quiet">Name: <code>${escapeHtml(name)}</code></p>${rows.join('')}${describedFields([query, body])}`
}

/** What fields are for, where their names don't say it. */
function describedFields(taken: readonly Endpoint['query' | 'body'][]): string {
  const fields = taken.flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.entries(schema.shape) : [],
  )
  return fields
    .flatMap(([name, { description }]) => (description === undefined ? [] : [[name, description]]))
    .map(
      ([name, description = '']) => `<p class="quiet"><code>${name}</code>: ${escapeHtml(description)}.</p>`,
    )
    .join('')
}

function exampleRows(endpoint: Endpoint): string {
  const examples = examplesOf(endpoint)
  if (!examples) return ''
  const { curl, typescript, python } = examples
  const rows = Object.entries({ curl, TypeScript: typescript, Python: python }).map(
    ([language, text]) => `<p>${language}</p><pre>${escapeHtml(text)}</pre>`,
  )
  return `<details><summary>Examples</summary>${rows.join('')}</details>`
}

export function outboxPage(mails: Mail[]): string {
  const items = mails.map(
    (
      mail,
    ) => `<section><h3>${escapeHtml(mail.subject)}</h3><p class="quiet">To ${escapeHtml(mail.to)} · <time>${escapeHtml(mail.at)}</time></p>
      <pre>${escapeHtml(mail.text)}</pre></section>`,
  )
  const empty = '<p>No mail yet. Without SMTP_URL, what would be sent lands here, newest first.</p>'
  return plainPage('Outbox', `<h1>Outbox</h1>${items.join('') || empty}`)
}

/** A page without script around the HTML of `body`. */
export function plainPage(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}<style>
:root{color-scheme:light dark;font:15px/1.55 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.7rem}h2{margin-top:2.2rem}
section{border:1px solid color-mix(in srgb,currentColor 18%,transparent);border-radius:10px;padding:.7rem 1rem;margin:.6rem 0}
h3{font-size:1rem;margin:.2rem 0;overflow-wrap:anywhere}p{margin:.3rem 0}.quiet{opacity:.72;font-size:.9em}
.method{display:inline-block;min-width:4.2rem;color:#0062d6;font-weight:700}@media(prefers-color-scheme:dark){.method{color:#66b0ff}}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.6rem 0}caption{text-align:left;font-weight:600}th{text-align:left;vertical-align:top;font-weight:400}
th,td{border:1px solid color-mix(in srgb,currentColor 18%,transparent);padding:.3rem .6rem}.mark{text-align:center}</style></head><body>${body}</body></html>`
}

/** For an address that nothing is at, opened in a browser. */
export const notFoundPage = plainPage(
  'Page not found',
  '<h1>Page not found</h1><p>There is nothing at this address. It may have been mistyped, or the page was moved.</p><p><a href="/app/">To the dashboard</a></p>',
)
