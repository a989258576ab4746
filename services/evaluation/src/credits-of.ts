/** What playing lines costs, by what a reply of each version costs. */
export function creditsOf(replies: readonly { most: number; about: number }[], lines: number) {
  const sumOf = (key: 'most' | 'about') =>
    Math.round(replies.reduce((sum, one) => sum + one[key], 0) * lines * 1_000) / 1_000
  return { most: sumOf('most'), about: sumOf('about') }
}
