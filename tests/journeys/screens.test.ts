/** The list of screens is whole: every route of the dashboard and every page of the sign-in has at least one. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agencyTabs } from '../../web/src/features/agency/search.ts'
import { settingsTabs } from '../../web/src/features/settings/search.ts'
import { type Ids, screens } from './screens.ts'

const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

type Route = { parent: string; path: string; shown: boolean }

/** The routes as the router's source defines them, by their names in it. */
function routesIn(router: string): Map<string, Route> {
  const defined = router.matchAll(/const (\w+) = createRoute\(\{\n(.*?)\n\}\)\n/gs)
  return new Map(
    [...defined].map(([, name = '', body = '']) => {
      const [, parent = ''] = /getParentRoute: \(\) => (\w+)/.exec(body) ?? []
      const [, path = ''] = /\n {2}path: '([^']*)'/.exec(`\n${body}`) ?? []
      return [name, { parent, path, shown: /\n {2}component: lazyComponent/.test(body) }]
    }),
  )
}

const routes = routesIn(source('web/src/router.tsx'))

function addressOf({ parent, path }: Route): string {
  const above = routes.get(parent)
  return `${above ? addressOf(above) : ''}/${path}`.replace(/\/+/g, '/')
}

/** Any id stands for all. */
const ids = new Proxy({}, { get: (_, name) => (name === 'agents' ? ids : 'id') }) as Ids
const addresses = screens.map(({ path }) => new URL(path(ids), 'http://parley.example'))

const isPage = (name: string) => ![...routes.values()].some(({ parent }) => parent === name)
const pages = [...routes].filter(([name, { shown }]) => shown && isPage(name))

test('the router is understood', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.map(([, route]) => addressOf(route))).toContain('/app/$region/agents/$agentId/tests')
})

test.each(pages.map(([, route]) => addressOf(route)))('%s has a screen', (address) => {
  const pattern = new RegExp(`^${address.replace(/\$\w+/g, '[^/]+').replace(/\$$/, '.+')}$`)
  expect(addresses.map(({ pathname }) => pathname).some((path) => pattern.test(path))).toBe(true)
})

test('every page of the sign-in has a screen', () => {
  const [, listed = ''] = /\[([^\]]*'\/login'[^\]]*)\]/.exec(source('services/host/src/pages/pages.ts')) ?? []
  // Where a provider leads back to shows nothing of its own.
  const paths = [...listed.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  expect(paths).toContain('/login')
  for (const path of paths.filter((path) => !path.includes(':')))
    expect(addresses.map(({ pathname }) => pathname)).toContain(path)
})

test('every tab and panel has a screen', () => {
  const values = (name: string, path: RegExp) =>
    addresses.flatMap(({ pathname, searchParams }) => (path.test(pathname) ? searchParams.getAll(name) : []))
  expect(values('tab', /\/settings$/)).toEqual(expect.arrayContaining([...settingsTabs]))
  expect(values('tab', /\/agency$/)).toEqual(expect.arrayContaining([...agencyTabs]))
  const [, panels = ''] =
    /\(\[([^\]]*)\] as const\)\.find\(\(panel\)/.exec(source('web/src/router.tsx')) ?? []
  const named = [...panels.matchAll(/'(\w+)'/g)].map(([, panel = '']) => panel)
  expect(named).toContain('versions')
  const opened = screens.map(({ name }) => name)
  for (const panel of named) expect(opened).toContain(panel)
})
