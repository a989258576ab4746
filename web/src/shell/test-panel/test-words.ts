/** Words for tests and their results. */
import type { RunOutcome, TestedVersion } from '@parley/contracts/evaluation/names.ts'
import type { Expectations } from '@parley/contracts/evaluation/test-case.ts'
import type { Check } from '@parley/contracts/evaluation/test-result.ts'

export const versionNames: Record<TestedVersion, string> = { draft: 'Draft', published: 'Published' }

export const outcomeWords: Record<RunOutcome, string> = {
  finished: 'Finished',
  cancelled: 'Cancelled',
  'no-credits': 'Ended: out of credits',
  'draft-gone': 'Ended: the draft expired after a day',
  'agent-gone': 'Ended: the agent was deleted',
}

/** `Mentions “nine”`. */
export function checkWords({ kind, expected }: Pick<Check, 'kind' | 'expected'>): string {
  const words: Record<Check['kind'], string> = {
    mentions: `Mentions “${expected}”`,
    avoids: `Does not mention “${expected}”`,
    source: `Cites “${expected}”`,
    'tool-called': `Calls ${expected}`,
    'tool-not-called': `Does not call ${expected}`,
    'handed-over': expected === 'yes' ? 'Hands over to a person' : 'Does not hand over',
    answered: expected === 'yes' ? 'Gives an answer' : 'Says it doesn’t know',
    language: `Is in ${languageName(expected)}`,
    tone: `Sounds: ${expected}`,
    replied: 'Gives a reply',
    'same-text': 'The same words, as recorded',
    'same-source': expected === '' ? 'Cites no source, as recorded' : `Cites “${expected}”, as recorded`,
    'same-functions': expected === '' ? 'Calls no function, as recorded' : `Calls ${expected}, as recorded`,
    'same-handover':
      expected === 'yes' ? 'Hands over to a person, as recorded' : 'Does not hand over, as recorded',
  }
  return words[kind]
}

/** What a good answer holds, in a few words each. */
export function expectationWords(expects: Expectations): string[] {
  const { source, handedOver, answered, language, tone } = expects
  const yesNo = (value: boolean) => (value ? 'yes' : 'no')
  const of = (kind: Check['kind'], ...expected: string[]) =>
    expected.map((one) => checkWords({ kind, expected: one }))
  return [
    ...of('mentions', ...(expects.mentions ?? [])),
    ...of('avoids', ...(expects.avoids ?? [])),
    ...of('source', ...(source === undefined ? [] : [source])),
    ...of('tool-called', ...(expects.toolsCalled ?? [])),
    ...of('tool-not-called', ...(expects.toolsNotCalled ?? [])),
    ...of('handed-over', ...(handedOver === undefined ? [] : [yesNo(handedOver)])),
    ...of('answered', ...(answered === undefined ? [] : [yesNo(answered)])),
    ...of('language', ...(language === undefined ? [] : [language])),
    ...of('tone', ...(tone === undefined ? [] : [tone])),
  ]
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `1.2 s`. */
export const seconds = (ms: number): string =>
  ms < 1_000
    ? `${Math.round(ms)} ms`
    : `${(ms / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`

export function credits(amount: number): string {
  if (amount === 0) return 'free'
  const text = amount.toLocaleString(undefined, { maximumFractionDigits: 3 })
  return `${text} ${amount === 1 ? 'credit' : 'credits'}`
}

export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString()} ${amount === 1 ? one : many}`
