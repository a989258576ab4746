let begun = false

/**
 * Has the browser fetch the files with which the dashboard begins while somebody signs in. They are not run here. Without
 * them, the dashboard fetches them itself.
 */
export async function fetchDashboardAhead(): Promise<void> {
  if (begun) return
  begun = true
  const html = await fetch('/app').then(
    (page) => page.text(),
    () => '',
  )
  const dashboard = new DOMParser().parseFromString(html, 'text/html')
  const files = dashboard.querySelectorAll(
    'script[type=module][src], link[rel=modulepreload], link[rel=stylesheet]',
  )
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = file.getAttribute('src') ?? file.getAttribute('href') ?? ''
    document.head.append(link)
  }
}
