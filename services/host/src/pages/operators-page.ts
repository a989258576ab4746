/** The page for operators: a table for each section, without script. It reloads itself; a table is as wide as the page. */
import type { Row, Section, Shown } from '../operators/section.ts'
import { plainPage } from './operations-pages.ts'
import { escapeHtml } from './page-files.ts'

const RELOAD_SECONDS = 30

export type OperatorsPageData = {
  read: readonly { section: Section; shown: Shown }[]
  all: readonly Section[]
  /** The section that is shown alone. */
  only: string | undefined
  at: number
}

export function operatorsPage({ read, all, only, at }: OperatorsPageData): string {
  const links = [
    `<a href="/ops"${only === undefined ? ' aria-current="page"' : ''}>All</a>`,
    ...all.map(
      ({ name, title }) =>
        `<a href="/ops/${name}"${name === only ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`,
    ),
  ]
  const body = `<header><h1>Operations</h1><p class="quiet">As of <time>${new Date(at).toISOString().slice(0, 19)}Z</time></p>
    <nav aria-label="Sections">${links.join(' ')}</nav></header><main>${read.map(sectionOf).join('')}</main>`
  // What asks others is not asked again and again.
  const repeats = read.every(({ section }) => !section.apart)
  const refresh = repeats ? `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">` : ''
  return plainPage('Operations', body, `${refresh}<style>${styles}</style>`)
}

function sectionOf({ section, shown }: { section: Section; shown: Shown }): string {
  const { name, title, about, none } = section
  const { rows, note } = shown
  const table = rows.length > 0 ? tableOf(section, rows) : `<p>${escapeHtml(none)}</p>`
  return `<h2 id="${name}">${escapeHtml(title)}</h2><p class="quiet">${escapeHtml(about)}</p>${table}${note === undefined ? '' : `<p class="quiet">${escapeHtml(note)}</p>`}`
}

function tableOf(section: Section, rows: readonly Row[]): string {
  // A column without a value in any row is left out.
  const columns = Object.entries(section.columns).filter(([column]) =>
    rows.some(({ cells }) => cells[column] !== undefined),
  )
  const actions = section.actions ? '<th scope="col">Actions</th>' : ''
  const head = columns.map(([, label]) => `<th scope="col">${escapeHtml(label)}</th>`).join('')
  const body = rows.map((row) => {
    const cells = columns.map(
      ([column, label]) =>
        `<td data-label="${escapeHtml(label)}"><span>${escapeHtml(String(row.cells[column] ?? '—'))}</span></td>`,
    )
    return `<tr${row.level ? ` class="${row.level}"` : ''}>${cells.join('')}${section.actions ? `<td>${formOf(section, row)}</td>` : ''}</tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-labelledby="${section.name}"><table><thead><tr>${head}${actions}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

function formOf({ name, actions = {} }: Section, { item }: Row): string {
  if (!item) return ''
  const buttons = Object.entries(actions).map(
    ([action, label]) => `<button name="action" value="${action}">${escapeHtml(label)}</button>`,
  )
  return `<form method="post" action="/ops/${name}"><input type="hidden" name="region" value="${escapeHtml(item.region)}"><input type="hidden" name="id" value="${escapeHtml(item.id)}">${buttons.join(' ')}</form>`
}

/** On a narrow screen a row is a list of its cells, each with the name of its column. */
const styles = `body{max-width:76rem}nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.6rem 0}nav a{color:inherit}nav [aria-current]{font-weight:700;text-decoration:none}
.wide table{width:100%}thead th{font-weight:600;white-space:nowrap}td{overflow-wrap:break-word;vertical-align:top;min-width:4.5rem;max-width:22rem}
tr.warning td:first-child{box-shadow:inset 3px 0 #b76e00}tr.problem td:first-child{box-shadow:inset 3px 0 #c8102e}
form{display:flex;gap:.4rem}button{min-height:2.2rem;padding:0 .7rem}
@media(max-width:44rem){.wide :is(table,tbody,tr,td){display:block}.wide thead{display:none}.wide tr{border:1px solid color-mix(in srgb,currentColor 18%,transparent);border-radius:8px;margin:.5rem 0;padding:.3rem .6rem}
.wide td{border:0;display:flex;gap:.6rem;padding:.15rem 0;max-width:none}.wide td[data-label]::before{content:attr(data-label);flex:0 0 7rem;opacity:.72}td span{min-width:0;overflow-wrap:anywhere}
tr.warning td:first-child,tr.problem td:first-child{box-shadow:none}.wide tr.warning{border-left:3px solid #b76e00}.wide tr.problem{border-left:3px solid #c8102e}}`
