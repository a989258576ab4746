/**
 * Headers of every answer: no content type sniffing, no referrer, and unless an answer sets its own policy, it runs no
 * script, may not be framed and may not be embedded by another site. A server that is reached by https asks browsers to
 * use nothing else (HSTS).
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
