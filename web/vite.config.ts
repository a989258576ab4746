import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type Plugin, type ProxyOptions } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { chunkPackages } from './chunk-packages.ts'
import { entryStylesFirst } from './styles-first.ts'
import { virtualModules } from './virtual-modules.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const config = {
  root: here('.'),
  plugins: [react(), virtualModules(), developmentPages(), chunkPackages(), entryStylesFirst()],
  build: {
    target: 'es2022',
    // A font in a `data:` URL would violate the Content-Security-Policy of the pages.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here('index.html'), auth: here('auth.html'), preview: here('preview.html') },
    },
  },
} satisfies InlineConfig

/**
 * Three entries: the dashboard (`index.html`), the authentication pages (`auth.html`), and the frame in which agencies see
 * the pages of their clients (`preview.html`). If `API_ORIGIN` is set, the development server proxies `/api`, `/widget`,
 * `/custom-tab` and `/dev/mail` to it, and the preview as it was last built: a page of an opaque origin may not load the
 * files of the development server.
 */
export default defineConfig(async ({ command }) => {
  if (command === 'serve') return { ...config, server: { proxy: developmentProxy() } }
  const output = { codeSplitting: { groups: await chunkGroups(config) } }
  return {
    ...config,
    build: { ...config.build, rolldownOptions: { ...config.build.rolldownOptions, output } },
  }
})

function developmentProxy(): Record<string, ProxyOptions> {
  const origin = process.env.API_ORIGIN
  if (!origin) return {}
  const passOn = { target: origin, changeOrigin: true, headers: { origin } }
  const preview = { '/client/preview': passOn, '/assets/': passOn }
  return { '/api': passOn, '/widget': passOn, '/custom-tab': passOn, '/dev/mail': passOn, ...preview }
}

/** Serves the pages at the addresses that the production server uses. */
function developmentPages(): Plugin {
  return {
    name: 'parley-development-pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = '', query = ''] = request.url?.split('?') ?? []
        if (path === '/') return void response.writeHead(302, { location: '/app/' }).end()
        if (path === '/app/push-worker.js') request.url = '/push-worker.js'
        if (path === '/onboarding' || path === '/share') request.url = `/index.html${query && `?${query}`}`
        if (
          ['/login', '/signup', '/forgot', '/client/login', '/client/login/openid'].includes(path) ||
          path.startsWith('/login/openid/')
        )
          request.url = `/auth.html${query && `?${query}`}`
        next()
      })
    },
  }
}
