import { describe, expect, test } from 'vitest'
import type { ChunkPackages } from './chunk-packages.ts'
import {
  crowdedParts,
  heavyPackages,
  type Manifest,
  madeUpOutsidePreview,
  misplacedPackages,
  partsOf,
} from './size-budget.ts'

const allowed = [...new Set(heavyPackages.flatMap(({ parts }) => parts))]
const agents = 'src/features/agents/agents-page.tsx'
const chunk = (file: string, more: Partial<Manifest[string]> = {}) => ({ file: `assets/${file}.js`, ...more })

/** A build in which each part that may load a heavy package does, by a chunk of its own. */
function build(): { manifest: Manifest; packages: ChunkPackages } {
  const manifest: Manifest = {
    'auth.html': chunk('auth', { imports: ['_shared.js'] }),
    'index.html': chunk('index', { imports: ['_shared.js'], dynamicImports: [agents, 'audit', ...allowed] }),
    '_shared.js': chunk('shared'),
    [agents]: chunk('agents', { isDynamicEntry: true, imports: ['index.html'] }),
    audit: chunk('audit', { isDynamicEntry: true, imports: ['index.html'] }),
  }
  const packages: ChunkPackages = {}
  for (const part of allowed) manifest[part] = chunk(part, { imports: ['index.html'], dynamicImports: [] })
  for (const [name, one] of Object.entries({
    flow: '@xyflow/system',
    code: '@codemirror/view',
    elk: 'elkjs',
    driver: 'driver.js',
  })) {
    manifest[name] = chunk(name, { isDynamicEntry: true, imports: ['_shared.js'] })
    packages[`assets/${name}.js`] = [one, 'react']
    for (const part of heavyPackages.find(({ packages }) => packages.test(one))?.parts ?? [])
      manifest[part]?.dynamicImports?.push(name)
  }
  return { manifest, packages }
}

describe('heavy packages', () => {
  test('are where they belong', () => {
    const { manifest, packages } = build()
    expect(misplacedPackages(manifest, packages)).toEqual([])
  })

  test('are found in the first load', () => {
    const { manifest, packages } = build()
    packages['assets/shared.js'] = ['@lezer/common']
    expect(misplacedPackages(manifest, packages)).toEqual([
      'CodeMirror is loaded by the sign-in',
      'CodeMirror is loaded by the first load',
    ])
  })

  test('are found in a route that has no use for them, however far behind it', () => {
    const { manifest, packages } = build()
    manifest.audit = chunk('audit', {
      isDynamicEntry: true,
      imports: ['index.html'],
      dynamicImports: ['drawer'],
    })
    manifest.drawer = chunk('drawer', { isDynamicEntry: true, imports: ['flow'] })
    expect(misplacedPackages(manifest, packages)).toEqual(['React Flow is loaded by audit'])
  })

  test('a part that does not lead to its package any more is named', () => {
    const { manifest, packages } = build()
    manifest['src/agent-actions.tsx'] = chunk('agent-actions', { imports: ['index.html'] })
    expect(misplacedPackages(manifest, packages)).toEqual([
      'driver.js is not loaded by src/agent-actions.tsx',
    ])
  })
})

test('a screen of too many scripts is named, and files that import each other', () => {
  const { manifest } = build()
  expect(crowdedParts(manifest)).toEqual([])
  const imports = Array.from({ length: 40 }, (_, nth) => `_piece-${nth}.js`)
  for (const name of imports) manifest[name] = chunk(name)
  manifest.audit = chunk('audit', { isDynamicEntry: true, imports: ['index.html', ...imports] })
  manifest['_piece-1.js'] = chunk('piece-1', { imports: ['audit'] })
  expect(crowdedParts(manifest)).toEqual([
    'audit takes 43 scripts, at most 36',
    'audit imports itself by way of others',
    '_piece-1.js imports itself by way of others',
  ])
})

test('what is made up for the preview is found in other pages, however far behind them', () => {
  const { manifest } = build()
  manifest['preview.html'] = chunk('preview', { imports: ['_shared.js'], dynamicImports: ['screen'] })
  manifest.screen = chunk('screen', { isDynamicEntry: true, imports: ['preview.html', 'answers'] })
  manifest.answers = chunk('answers')
  const textOf = (file: string) => (file === 'assets/answers.js' ? 'clara@harbour-tea.example' : '')
  expect(madeUpOutsidePreview(manifest, textOf)).toEqual([])
  manifest.audit = chunk('audit', { isDynamicEntry: true, dynamicImports: ['answers'] })
  expect(madeUpOutsidePreview(manifest, textOf)).toEqual([
    'answers contains what is made up for the preview',
    'the preview does not contain harbour-tea.example',
  ])
})

test('a part is what it adds to that by which it is loaded', () => {
  const shop: Manifest = {
    'index.html': chunk('index', { imports: ['_shared.js'], dynamicImports: [agents, 'page', 'other'] }),
    '_shared.js': chunk('shared'),
    [agents]: chunk('agents', { isDynamicEntry: true, imports: ['index.html'] }),
    page: chunk('page', {
      isDynamicEntry: true,
      imports: ['_fields.js', '_tables.js', '_shared.js'],
      dynamicImports: ['editor'],
    }),
    other: chunk('other', { isDynamicEntry: true, imports: ['_fields.js'], dynamicImports: ['editor'] }),
    editor: chunk('editor', { isDynamicEntry: true, imports: ['_fields.js', '_tables.js', '_code.js'] }),
    '_fields.js': chunk('fields'),
    '_tables.js': chunk('tables'),
    '_code.js': chunk('code'),
  }
  expect(Object.fromEntries(partsOf(shop).map(({ name, chunks }) => [name, [...chunks].sort()]))).toEqual({
    page: ['_fields.js', '_tables.js', 'page'],
    other: ['_fields.js', 'other'],
    // Both pages have the fields, and one alone has the tables.
    editor: ['_code.js', '_tables.js', 'editor'],
  })
})
