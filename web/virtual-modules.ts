/** Data that the pages take from the contracts when they are built, so that they do not include the schemas. */
import type { Plugin } from 'vite'
import { agentDefaultsWithoutNodes, newAgentDefaults } from '../contracts/src/agent/defaults.ts'
import { fieldTextsOf } from '../contracts/src/agent/field-texts.ts'
import { agentFields, agentGroups } from '../contracts/src/agent/fields.ts'
import { api } from '../contracts/src/api.ts'
import type { Endpoint } from '../contracts/src/endpoint.ts'
import { rolePermissions } from '../contracts/src/permissions.ts'
import { routesOf } from '../contracts/src/routes.ts'
import { leastValue } from './least-value.ts'

/**
 * - `virtual:parley-routes`: method and path of each endpoint but those of other pages.
 * - `virtual:parley-auth-routes`: the same for the endpoints of the authentication pages.
 * - `virtual:parley-agent-fields`: label, help, place and limits of each field of an agent.
 * - `virtual:parley-agent-groups`: the names of fields that are groups of fields, without all their texts.
 * - `virtual:parley-preview-queries`: the queries of a client, each with the least answer that there is.
 */
export function virtualModules(): Plugin {
  const signingIn = Object.values<Endpoint>(api).filter(
    ({ name, permission }) =>
      permission === 'account.sign-in' || name === 'clientAuth.refresh' || name === 'clientAuth.signOut',
  )
  const onlyThere = signingIn
    .map(({ name }) => name)
    .filter((name) => /^auth\.|\.signIn$|^rpc\.(ssoClient|validateClientLoginToken)$/.test(name))
  const routes = routesOf(
    api,
    Object.values<Endpoint>(api)
      .filter(({ name, access, permission }) => {
        const elsewhere = access === 'signed' || permission === 'widget.record'
        return !elsewhere && !onlyThere.includes(name)
      })
      .map(({ name }) => name),
  )
  const auth = routesOf(api, [...signingIn.map(({ name }) => name), 'auth.session'])
  const fields = fieldTextsOf(agentFields)
  const modules = new Map<string, object>([
    ['virtual:parley-routes', routes],
    ['virtual:parley-auth-routes', auth],
    ['virtual:parley-agent-fields', fields],
    ['virtual:parley-agent-groups', agentGroups],
    ['virtual:parley-preview-queries', previewQueries()],
  ])
  return {
    name: 'parley-virtual-modules',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
    load: (id) => {
      const content = modules.get(id.slice(1))
      return content && `export default ${JSON.stringify(content)}`
    },
  }
}

/** Method, path and least answer of each query whose answer a client may read as JSON. */
export function previewQueries(): Record<string, readonly [method: string, path: string, answer: unknown]> {
  const allowed: readonly string[] = rolePermissions.client
  const queries = Object.values<Endpoint>(api).filter(
    ({ kind, delivery = 'json', permission }) =>
      kind === 'query' && delivery === 'json' && allowed.includes(permission),
  )
  return Object.fromEntries(
    queries.map(({ name, method, path, output }) => {
      const answer = name === 'agents.get' ? { data: agentOfPreview() } : leastValue(output)
      return [name, [method, path, answer ?? null]]
    }),
  )
}

function agentOfPreview() {
  const ids = { ID: 'agent', ownerID: 'workspace', region: 'na', lastModified: 0 } as const
  // Of no agent, since none has a key like it.
  const SECRET_API_KEY = `vg_${'0'.repeat(20)}`
  return { ...newAgentDefaults({ ...ids, SECRET_API_KEY }), ...agentDefaultsWithoutNodes }
}
