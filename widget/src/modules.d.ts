declare module 'virtual:parley-routes' {
  import type { Route } from '@parley/contracts/routes.ts'
  export const routes: Record<typeof import('./frame/server/endpoint-names.ts').endpointNames[number], Route>
  /** The contract's longest message, in characters. */
  export const maxMessageLength: number
}
