/** Longest wait for a paint, in ms: browsers paint nothing of a window that is covered. */
const longestMs = 100

/**
 * Ends once the browser has painted what it was told so far. Who changes much of a screen in answer to a click or a key
 * waits for it, so that people see at once what they pressed. Waits for nothing in a tab that is not shown.
 */
export async function painted(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestMs)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
}
