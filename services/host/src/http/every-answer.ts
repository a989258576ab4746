/**
 * What stands on every answer: nothing is taken for another type than it says, no address travels on, and what says
 * nothing else runs nothing, stands in no frame and is embedded by no other site. Whoever reaches the server by https
 * never comes by http again.
 */
export function everyAnswer(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
