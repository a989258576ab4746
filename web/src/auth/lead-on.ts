/**
 * Leads whoever has signed in meanwhile on from a form to which they go back: browsers then show the page that they kept,
 * without asking the server, which leads on all others. What somebody typed who is not signed in stays.
 */
export async function leadOnAfterGoingBack({ persisted }: PageTransitionEvent): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation')
  const wentBack = navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
  if (!persisted && !wentBack) return
  // Without a connection, the form says so once it is sent.
  const answer = await fetch(window.location.href, { redirect: 'manual', cache: 'no-store' }).catch(
    () => undefined,
  )
  if (answer?.type === 'opaqueredirect') window.location.reload()
}
