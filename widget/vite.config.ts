import { fileURLToPath } from 'node:url'
import { api } from '@parley/contracts/api.ts'
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { defineConfig, type Plugin } from 'vite'
import { endpointNames } from './src/frame/endpoint-names.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Two bundles: the chat (`dist/frame.html` and hashed assets) and the loader (one classic script). */
export default defineConfig({
  root: here('.'),
  base: '/widget/',
  publicDir: false,
  plugins: [contractFacts()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: here('frame.html') },
  },
  environments: {
    loader: {
      consumer: 'client',
      build: {
        target: 'es2022',
        outDir: 'dist',
        emptyOutDir: false,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: here('src/loader/loader.ts'),
          output: { format: 'iife', entryFileNames: 'loader.js' },
        },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'loader'] as const) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
})

/** Puts what the chat needs of the contracts in the bundle, in place of their schemas. */
function contractFacts(): Plugin {
  const id = 'virtual:parley-routes'
  const facts = { routes: routesOf(api, endpointNames), maxMessageLength }
  const code = Object.entries(facts).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
  return {
    name: 'parley-contract-facts',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? code.join('\n') : undefined),
  }
}
