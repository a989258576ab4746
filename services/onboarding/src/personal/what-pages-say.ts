/** Facts and questions from the pages of a website, without a model: what the site states, and what it is asked itself. */

import type { PageText } from './main-pages.ts'
import type { Organisation } from './organisation.ts'
import { weekdaysInWords } from './weekdays.ts'
import { type Words, wordsOf } from './words.ts'

export type Said = {
  facts: string[]
  questions: string[]
  /** What the site states without putting it as a question, such as a phone number. */
  pairs: { question: string; answer: string }[]
}

export const MOST_QUESTIONS = 4
const SHORTEST_ANSWER = 30
const LONGEST_FACT = 400

export function whatPagesSay(given: {
  name: string
  /** What the owner wrote about the company. */
  description: string
  language: string | undefined
  pages: readonly PageText[]
  organisation: Organisation
}): Said {
  const { name, pages, organisation } = given
  const words = wordsOf(given.language)
  const known =
    wordsOf(given.language).languageName !== 'English' || [undefined, 'en'].includes(given.language)
  const text = pages.map((page) => page.text).join('\n')
  const hours =
    organisation.hours && weekdaysInWords(organisation.hours, known ? (given.language ?? 'en') : 'en')
  const details: [Words['phone'], string | undefined][] = [
    [words.hours, hours ?? hoursIn(text)],
    [words.phone, organisation.phone ?? phoneIn(text)],
    [words.address, organisation.address],
    [words.email, organisation.email ?? emailIn(text)],
  ]
  const stated = details.filter((detail): detail is [Words['phone'], string] => detail[1] !== undefined)
  const about = [pages[0]?.description, organisation.description, given.description]
  const facts = [
    ...about.filter((line) => line !== undefined).map(sentence),
    ...stated.map(([{ fact }, value]) => filled(fact, value)),
  ]
  const pairs = stated.map(([{ question, fact }, value]) => ({
    question: filled(question),
    answer: filled(fact, value),
  }))
  const own = questionsIn(pages, organisation)
  const ofDetails = known ? stated.map(([{ question }]) => filled(question)) : []
  // Two of the site's own, then what everybody asks, then more of its own.
  const questions = [...own.slice(0, 2), ...ofDetails.slice(0, 2), ...own.slice(2), ...ofDetails.slice(2)]
  if (questions.length < MOST_QUESTIONS) {
    const question = filled(words.offers)
    pairs.push({
      question,
      answer: sentence(organisation.description ?? pages[0]?.description ?? given.description),
    })
    questions.push(question)
  }
  return {
    facts: [...new Set(facts.map((fact) => fact.slice(0, LONGEST_FACT)))],
    questions: [...new Set(questions)].slice(0, MOST_QUESTIONS),
    pairs,
  }

  function filled(pattern: string, value = ''): string {
    return pattern
      .replaceAll('{name}', () => name)
      .replace('{value}', () => value.replace(/[.\s]{1,20}$/, ''))
  }
}

/** The questions that the pages put and answer, those of the structured data first. */
export function questionsIn(pages: readonly PageText[], organisation: Organisation): string[] {
  const found: string[] = []
  for (const { text } of pages) {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    for (const [nth, line] of lines.entries()) {
      const question = line.replace(/^(?:#+|-|\*|\d+[.)]|Q\s?\d*[.:)]|F:)\s*/i, '').trim()
      const answer = (lines[nth + 1] ?? '').replace(/^(?:-|A[.:)])\s*/, '')
      if (!isQuestion(question) || answer.endsWith('?') || answer.startsWith('#')) continue
      if (answer.length >= SHORTEST_ANSWER) found.push(question)
    }
  }
  const published = organisation.questions.filter((question) => isQuestion(question))
  return [...new Set([...published, ...found])]
}

/** Longer ones don't fit a button; rhetorical ones ("Ready?") have few words. */
const isQuestion = (text: string) =>
  /[?？؟]$/.test(text) &&
  text.length >= 12 &&
  text.length <= 90 &&
  (text.split(/\s+/).length >= 4 || /[\u3040-\u9fff]/.test(text)) &&
  !/^(?:ready|interested|looking|want|need|bereit|prêt|listo|pronto)\b/i.test(text)

function sentence(text: string): string {
  const clean = text.replace(/\s+/g, ' ').trim()
  return /[.!?。]$/.test(clean) ? clean : `${clean}.`
}

function emailIn(text: string): string | undefined {
  for (const word of text.split(/[^\w.@+-]/)) {
    const found = /^[\w.+-]{1,60}@[a-z0-9-]{1,60}(?:\.[a-z0-9-]{2,30}){1,3}/i.exec(word)?.[0]
    if (!found) continue
    return /example\.|your|domain|\.(?:png|jpe?g|webp)$/i.test(found) ? undefined : found
  }
  return undefined
}

function phoneIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    if (
      !/tel|phone|call|telefon|téléphone|teléfono|fon|whatsapp|☎|📞|mobil|fone|ligue|appel|llam/i.test(line)
    )
      continue
    const found = /(?:\+|\(?0|\(\d{2,3}\)\s?\d)[\d\s()./-]{6,20}\d/.exec(line)?.[0]
    if (found && found.replace(/\D/g, '').length >= 8) return found.trim()
  }
  const international = /\+\d{1,3}[\d\s()./-]{6,18}\d/.exec(text)?.[0]
  return international?.trim()
}

/** A line that names days and times. */
function hoursIn(text: string): string | undefined {
  const days =
    /\b(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|montag|dienstag|freitag|samstag|lundi|mardi|vendredi|samedi|lunes|martes|viernes|lun|mar|ven|seg|sex|segunda|sexta|daily|täglich)[a-z.-]*\b/i
  const times =
    /\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm|uhr|h)? ?(?:-|–|to|bis|à|a|às) ?\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm|uhr|h)?/i
  for (const line of text.split('\n')) {
    const clean = line
      .replace(/^(?:#+|-)\s*/, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (
      clean.length < 160 &&
      days.test(clean) &&
      times.test(clean) &&
      /\d{1,2}[:.h]\d{2}|am|pm|uhr|h\b/i.test(clean)
    )
      return clean.replace(/^[^:]{3,25}:\s+(?=\S)/, (label) => (days.test(label) ? label : ''))
  }
  return undefined
}
