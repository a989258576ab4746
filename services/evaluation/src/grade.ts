/** Grades what an agent replied by what a good answer holds. Pure; the language and the tone are judged elsewhere. */
import type { Expectations } from '@parley/contracts/evaluation/test-case.ts'
import type { Check, PlayedLine } from '@parley/contracts/evaluation/test-result.ts'

/** What was judged beforehand. */
export type Judged = {
  /** The language of the reply, such as `de`; undefined if it can't be told. */
  language?: string | undefined
  /** Whether the tone fits, and why; undefined if nobody judged it. */
  tone?: { fits: boolean | undefined; why: string } | undefined
}

/** Returns a check for each expectation. A line without a reply fails, unless a person is expected to answer. */
export function grade(expects: Expectations, line: PlayedLine, judged: Judged = {}): Check[] {
  const { reply } = line
  if (reply === undefined) return [check('replied', 'a reply', false, line.failure)]
  const text = normal(reply)
  const tools = line.tools.map(normal)
  const { source, handedOver, answered, language, tone } = expects
  const checks: Check[] = [
    ...(expects.mentions ?? []).map((phrase) => check('mentions', phrase, has(text, phrase))),
    ...(expects.avoids ?? []).map((phrase) => check('avoids', phrase, !has(text, phrase))),
    ...(expects.toolsCalled ?? []).map((tool) =>
      check(
        'tool-called',
        tool,
        tools.includes(normal(tool)),
        line.tools.join(', ') || 'no function was called',
      ),
    ),
    ...(expects.toolsNotCalled ?? []).map((tool) =>
      check('tool-not-called', tool, !tools.includes(normal(tool)), line.tools.join(', ')),
    ),
  ]
  if (source !== undefined) {
    const cited = line.sources.map(({ name, url }) => `${name} ${url ?? ''}`.trim())
    const isThere = cited.some((one) => has(normal(one), source))
    checks.push(check('source', source, isThere, cited.join(', ') || 'no source'))
  }
  if (handedOver !== undefined)
    checks.push(
      check('handed-over', yesNo(handedOver), line.handedOver === handedOver, yesNo(line.handedOver)),
    )
  if (answered !== undefined)
    checks.push(check('answered', yesNo(answered), line.answered === answered, yesNo(line.answered)))
  if (language !== undefined)
    checks.push(
      judged.language === undefined
        ? skipped('language', language, 'The reply is too short to tell its language.')
        : check('language', language, judged.language === language, judged.language),
    )
  if (tone !== undefined)
    checks.push(
      judged.tone?.fits === undefined
        ? skipped('tone', tone, 'No model graded it.')
        : check('tone', tone, judged.tone.fits, judged.tone.why),
    )
  return checks
}

/** Whether a text has a phrase, or one of its alternatives, as whole words. */
function has(text: string, phrase: string): boolean {
  return phrase
    .split('|')
    .map(normal)
    .some((one) => one !== '' && ` ${text} `.includes(` ${one} `))
}

/** Lower case, without accents, Markdown and punctuation; `3,50` and `10:30` keep theirs. */
function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<!\p{N})[^\p{L}\p{N}\s]|[^\p{L}\p{N}\s](?!\p{N})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

function check(kind: Check['kind'], expected: string, passed: boolean, found?: string): Check {
  const there = found === undefined || found === '' ? {} : { found: found.slice(0, 500) }
  return { kind, expected, outcome: passed ? 'passed' : 'failed', ...there }
}

const skipped = (kind: Check['kind'], expected: string, found: string): Check => ({
  kind,
  expected,
  outcome: 'skipped',
  found,
})
