/**
 * Rules for crawlers in a site's robots.txt (RFC 9309): the group that names our crawler, or else that for all (`*`).
 * Of the rules that match a path the longest applies, and of two equally long ones the one that allows. `Crawl-delay`
 * is respected although it is not in the standard.
 */

export type Robots = {
  allows(url: string): boolean
  /** Seconds between requests, if the site says so. */
  crawlDelay: number | undefined
  sitemaps: string[]
}

type Rule = { allow: boolean; pattern: string }
type Group = { agents: string[]; rules: Rule[]; crawlDelay: number | undefined }

/** The rest is ignored (RFC 9309 §2.5 requires at least 500 KiB). */
export const MOST_ROBOTS_BYTES = 512_000
const MOST_RULES = 2_000
const MOST_SITEMAPS = 20
const LONGEST_PATTERN = 500

export const everythingAllowed: Robots = { allows: () => true, crawlDelay: undefined, sitemaps: [] }
export const nothingAllowed: Robots = { allows: () => false, crawlDelay: undefined, sitemaps: [] }

/** `agent` is our product token, in any case. */
export function parseRobots(text: string, agent: string): Robots {
  const groups: Group[] = []
  // bounded: by `MOST_SITEMAPS`
  const sitemaps: string[] = []
  let group: Group | undefined
  let naming = false
  let count = 0
  for (const line of text.slice(0, MOST_ROBOTS_BYTES).split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const key = name.toLowerCase()
    const given = value.trim()
    if (key === 'sitemap') {
      if (sitemaps.length < MOST_SITEMAPS && given !== '') sitemaps.push(given)
    } else if (key === 'user-agent') {
      if (!naming || !group) {
        group = { agents: [], rules: [], crawlDelay: undefined }
        groups.push(group)
      }
      group.agents.push(given.toLowerCase())
      naming = true
    } else if (key === 'allow' || key === 'disallow') {
      naming = false
      if (group && given !== '' && count++ < MOST_RULES)
        group.rules.push({ allow: key === 'allow', pattern: encoded(given.slice(0, LONGEST_PATTERN)) })
    } else if (key === 'crawl-delay') {
      naming = false
      const seconds = Number.parseFloat(given)
      if (group && Number.isFinite(seconds) && seconds >= 0) group.crawlDelay = seconds
    }
  }
  const own = groups.filter(({ agents }) => agents.some((name) => name.split('/')[0] === agent.toLowerCase()))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((one) => one.rules)
  const crawlDelay = chosen.find((one) => one.crawlDelay !== undefined)?.crawlDelay
  return { allows: (url) => allows(rules, url), crawlDelay, sitemaps }
}

function allows(rules: readonly Rule[], url: string): boolean {
  const { pathname, search } = new URL(url)
  if (pathname === '/robots.txt') return true
  const path = encoded(pathname + search)
  let best: Rule | undefined
  for (const rule of rules) {
    if (!matches(rule.pattern, path)) continue
    const longer = !best || rule.pattern.length > best.pattern.length
    if (longer || (rule.pattern.length === best?.pattern.length && rule.allow)) best = rule
  }
  return best?.allow ?? true
}

/** As addresses write it, so that `/ü`, `/%c3%bc` and `/%C3%BC` are the same (RFC 9309 §2.2.2). */
function encoded(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
}

/** `*` stands for anything, `$` for the end. Linear in the path for each `*`, unlike a regular expression. */
function matches(pattern: string, path: string): boolean {
  const ends = pattern.endsWith('$')
  const parts = (ends ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of others.entries()) {
    const last = index === others.length - 1
    if (last && ends) return part === '' || (path.endsWith(part) && path.length - part.length >= at)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !ends || at === path.length
}
