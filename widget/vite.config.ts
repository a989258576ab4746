import { fileURLToPath } from 'node:url'
import { api } from '@parley/contracts/api.ts'
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { leanFonts } from './lean-fonts.ts'
import { endpointNames } from './src/frame/server/endpoint-names.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the chat (`dist/frame.html` and hashed assets), and classic scripts: the loader, what places several widgets of
 * a page, and the dashboard's preview of loader and chat.
 */
export default defineConfig({
  root: here('.'),
  base: '/widget/',
  publicDir: false,
  plugins: [contractFacts(), layeredStyles(), leanFonts()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: { input: here('frame.html') },
  },
  environments: { loader: script('loader'), arrange: script('arrange'), preview: script('preview') },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'loader', 'arrange', 'preview']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
})

function script(name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: here(`src/${name}/${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
  }
}

/** Puts the chat's styles into a cascade layer, so that the custom CSS of an agent wins whatever its selectors are. */
function layeredStyles(): Plugin {
  const folder = here('src/frame/')
  return {
    name: 'parley-layered-styles',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(folder) && id.endsWith('.css') ? `@layer chat {\n${code}\n}` : undefined,
  }
}

/** Includes the facts of the contracts that the chat needs in the bundle, instead of their schemas. */
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
