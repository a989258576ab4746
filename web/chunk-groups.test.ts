import { expect, test } from 'vitest'
import { groupsOf } from './chunk-groups.ts'

type Chunk = Parameters<typeof groupsOf>[0][number]

const file = (fileName: string, imports: string[] = [], more: Partial<Chunk> = {}): Chunk => ({
  fileName,
  imports,
  facadeModuleId: null,
  isEntry: false,
  isDynamicEntry: false,
  dynamicImports: [],
  moduleIds: [`/web/${fileName}`],
  code: 'short',
  ...more,
})
const entry = (page: string, imports: string[], dynamicImports: string[]) =>
  file(page, imports, { isEntry: true, facadeModuleId: `/web/${page}.html`, dynamicImports })
const part = (name: string, imports: string[]) =>
  file(name, imports, { isDynamicEntry: true, facadeModuleId: `/web/src/${name}.tsx` })

const pages = ['one', 'two', 'three', 'four']

/** Sign-in and dashboard, each with parts; `more` are further files, `of` what each page imports of them. */
function groups(more: Chunk[] = [], of: string[] = []) {
  const found = groupsOf([
    entry('auth', ['react'], ['sign-up-page']),
    entry('index', ['react', 'router', 'field'], ['agents-page', ...pages]),
    part('sign-up-page', ['field']),
    part('agents-page', ['avatar']),
    ...pages.map((page) => part(page, [...of])),
    ...['react', 'router', 'field', 'avatar'].map((name) => file(name)),
    ...more,
  ])
  return Object.fromEntries([...found].map(([module, group]) => [module.slice('/web/'.length), group]))
}

test('what the first load takes is one file, and another what the sign-in shares with it', () => {
  expect(groups()).toEqual({ react: 'base', router: 'dashboard', avatar: 'dashboard', field: 'fields' })
})

test('small files that four parts load are one', () => {
  const large = file('large', [], { code: 'x'.repeat(9_000) })
  expect(groups([file('icon'), file('badge'), large], ['icon', 'badge', 'large'])).toMatchObject({
    icon: 'common',
    badge: 'common',
  })
  expect(groups([file('icon'), large], ['icon', 'large'])).not.toHaveProperty('large')
})

test('a large file between two of them is with them, since files may not import each other in a circle', () => {
  const menu = file('menu', ['popover'])
  const popover = file('popover', ['icon'], { code: 'x'.repeat(9_000) })
  expect(groups([menu, popover, file('icon')], ['menu'])).toMatchObject({
    menu: 'common',
    popover: 'common',
    icon: 'common',
  })
})
