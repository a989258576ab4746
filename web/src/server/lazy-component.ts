import { lazyRouteComponent } from '@tanstack/react-router'
import { whenReachable } from './connection.ts'

/**
 * A component whose code is loaded when it is first shown, or before by its `preload`; once loaded, it is shown at once.
 * While the server is unavailable, loading waits for it.
 */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => whenReachable(load), name)
