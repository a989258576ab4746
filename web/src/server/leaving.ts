/** Choices of the browser that belong to nobody. */
const kept: readonly string[] = ['parley_color_scheme']

/** Clears what the browser stored for the person who was signed in (part 2 §4), and opens the sign-in page, or `to`. */
export function leaveDashboard(to = '/login'): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('parley_') && !kept.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  window.location.assign(to)
}
