/** The table of permissions: which role may do what, and which calls need it. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import {
  holds,
  ownerOnly,
  type Permission,
  pagePermissions,
  permissionNames,
  permissions,
  roleNames,
  roles,
} from '@parley/contracts/permissions.ts'
import { plainPage } from './operations-pages.ts'
import { escapeHtml } from './page-files.ts'

export function permissionsPage(endpoints: Record<string, Endpoint>): string {
  const calls = Map.groupBy<Permission, Endpoint>(Object.values(endpoints), ({ permission }) => permission)
  const heads = roleNames.map((role) => `<th scope="col">${role}</th>`)
  const rows = permissionNames.map((name) => permissionRow(name, calls.get(name) ?? []))
  const roleRows = roleNames.map((role) => row(role, escapeHtml(roles[role])))
  const pageRows = Object.entries(pagePermissions).map(([page, needed]) => row(page, codes(needed)))
  return plainPage(
    'Permissions',
    `<h1>Permissions</h1><p>Each call of the <a href="/api">API</a> needs one permission. A caller without it is refused with
    <code>403 not-allowed</code>; what belongs to others is <code>404 not-found</code>.</p>
    <div class="wide"><table><caption>Who holds which permission</caption><thead><tr><th scope="col">Permission</th>${heads.join('')}</tr></thead>
    <tbody>${rows.join('')}</tbody></table></div>
    <h2>Roles</h2><table><tbody>${roleRows.join('')}</tbody></table>
    <p>A member with a list of permissions holds those of it that the table gives members; without a list, everything but
    ${codes(ownerOnly)}.</p>
    <h2>Pages of clients</h2><p>A client holds what the pages that it may see need.</p>
    <table><tbody>${pageRows.join('')}</tbody></table>`,
  )
}

function permissionRow(name: Permission, calls: Endpoint[]): string {
  const cells = roleNames.map((role) => `<td class="mark">${holds({ role }, name) ? 'yes' : ''}</td>`)
  const names = calls.length > 0 ? codes(calls.map((call) => call.name)) : 'No call yet.'
  return `<tr id="${name}"><th scope="row"><code>${name}</code><p>${escapeHtml(permissions[name])}</p><p class="quiet">${names}</p></th>${cells.join('')}</tr>`
}

function row(head: string, cell: string): string {
  return `<tr><th scope="row"><code>${head}</code></th><td>${cell}</td></tr>`
}

function codes(names: readonly string[]): string {
  return names.map((name) => `<code>${escapeHtml(name)}</code>`).join(' ')
}
