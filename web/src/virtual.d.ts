declare module 'virtual:parley-routes' {
  import type { Route } from '@parley/contracts/routes.ts'

  const routes: Record<string, Route>
  export default routes
}

declare module 'virtual:parley-auth-routes' {
  import type { Route } from '@parley/contracts/routes.ts'

  const routes: Record<string, Route>
  export default routes
}
