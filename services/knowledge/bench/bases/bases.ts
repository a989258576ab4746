/**
 * The knowledge bases that answers are measured on, from one page to more than 500, each wholly for tuning or wholly
 * held out.
 */
import type { SourceChunks } from '../../src/retrieval/agent-indexes.ts'
import { type Kind, businesses as olderBusinesses, questionsOf } from '../questions.ts'
import { bicycles } from './held-out-businesses.ts'
import * as companies from './held-out-companies.ts'
import * as languages from './held-out-languages.ts'
import * as lending from './held-out-library.ts'
import * as manuals from './held-out-manuals.ts'
import * as products from './held-out-products.ts'
import * as housing from './held-out-tenants.ts'
import type { Labelled, LabelledQuestions } from './labelled.ts'
import { type PublicBase, publicBases } from './manifest.ts'
import { readPublicBase } from './read-public-base.ts'
import { pasted } from './source-text.ts'
import * as tuningBusinesses from './tuning-businesses.ts'
import { audioEditor } from './tuning-editor.ts'
import { espressoShop, espressoShopQuestions } from './tuning-espresso-shop.ts'
import * as shops from './tuning-hire-and-nursery.ts'
import { inOtherWords } from './tuning-in-other-words.ts'
import * as tuningLanguages from './tuning-languages.ts'
import * as tuning from './tuning-questions.ts'
import * as tuningShops from './tuning-shops.ts'
import { gym as sportsCentre } from './tuning-sports-centre.ts'

/**
 * `held-out` bases were graded at the end of several pieces of work, `newly held-out` ones by nobody before the figures of
 * the README. Which questions of either fail is never looked at: a base that is looked into is one for tuning from then on.
 */
export const sets = ['tuning', 'held-out', 'newly held-out'] as const

export type Base = {
  name: string
  set: (typeof sets)[number]
  sources: SourceChunks[]
  questions: LabelledQuestions
}

export function readBases(): Base[] {
  return basesAsWritten().map((base) => ({ ...base, questions: withOtherWords(base) }))
}

/** The invented businesses, their texts pasted without headings. */
export function pastedBases(titles: Parameters<typeof pasted>[1]): Base[] {
  const published = new Set<string>(Object.values(publicBases).map(({ name }) => name))
  return readBases()
    .filter(({ name }) => !published.has(name))
    .map((base) => ({ ...base, sources: base.sources.map((source) => pasted(source, titles)) }))
}

function withOtherWords({ name, set, questions }: Base): LabelledQuestions {
  const further = set === 'tuning' ? inOtherWords[name] : undefined
  if (!further) return questions
  return {
    ...questions,
    paraphrased: [...(questions.paraphrased ?? []), ...further.paraphrased],
    nearby: [...(questions.nearby ?? []), ...further.nearby],
  }
}

function basesAsWritten(): Base[] {
  return [
    ...open('tuning', publicBases.policies, tuning.policies),
    ...open('tuning', publicBases.analytics, tuning.analytics),
    ...open('tuning', publicBases.government, tuning.government),
    { name: 'vet', set: 'tuning', sources: tuningShops.vet, questions: tuningShops.vetQuestions },
    { name: 'till', set: 'tuning', sources: tuningShops.till, questions: tuningShops.tillQuestions },
    { name: 'hotel', set: 'tuning', sources: tuningBusinesses.hotel, questions: tuning.hotel },
    { name: 'bakery', set: 'tuning', sources: tuningBusinesses.bakery, questions: tuning.bakery },
    { name: 'inn', set: 'tuning', sources: tuningBusinesses.inn, questions: tuning.inn },
    ...(['teaShop', 'dentist', 'guesthouse', 'gym'] as const).map((name) => older('tuning', name)),
    ...open('tuning', publicBases.openData, tuningLanguages.openData),
    ...open('tuning', publicBases.audioEditor, audioEditor),
    { name: 'carHire', set: 'tuning', sources: shops.carHire, questions: shops.carHireQuestions },
    { name: 'nursery', set: 'tuning', sources: shops.nursery, questions: shops.nurseryQuestions },
    { name: 'gimnasio', set: 'tuning', sources: sportsCentre, questions: tuningLanguages.gym },
    { name: 'espressoShop', set: 'tuning', sources: espressoShop, questions: espressoShopQuestions },
    ...open('held-out', publicBases.meetings, products.meetings),
    ...open('held-out', publicBases.softwareCompany, companies.softwareCompany),
    ...open('held-out', publicBases.socialNetwork, languages.socialNetwork),
    { name: 'bicycles', set: 'held-out', sources: bicycles, questions: languages.bicycles },
    ...(['software', 'ferry', 'school'] as const).map((name) => older('held-out', name)),
    ...open('newly held-out', publicBases.flashcards, manuals.flashcards),
    ...open('newly held-out', publicBases.teamGuides, manuals.teamGuides),
    { name: 'tenants', set: 'newly held-out', sources: housing.tenants, questions: housing.tenantsQuestions },
    { name: 'library', set: 'newly held-out', sources: lending.library, questions: lending.libraryQuestions },
  ]
}

function open(set: Base['set'], base: PublicBase, questions: LabelledQuestions): Base[] {
  const sources = readPublicBase(base)
  return sources ? [{ name: base.name, set, sources, questions }] : []
}

const kinds: Partial<Record<Kind, 'direct' | 'paraphrased' | 'misspelled'>> = {
  asked: 'direct',
  paraphrase: 'paraphrased',
  typo: 'misspelled',
}

/** The businesses that recall is measured on, too: the phrase of the answering chunk is the fact. */
function older(set: Base['set'], name: keyof typeof olderBusinesses): Base {
  const questions: LabelledQuestions = {}
  for (const { question, kind, answeredBy } of questionsOf(name)) {
    if (answeredBy === undefined || kind === 'none') {
      questions.nearby = [...(questions.nearby ?? []), question]
      continue
    }
    const own = kinds[kind] ?? 'other language'
    const row: Labelled = [question, answeredBy]
    questions[own] = [...(questions[own] ?? []), row]
  }
  const sources = olderBusinesses[name].sources.map((source) => ({ ...source, version: 1 }))
  return { name, set, sources, questions }
}
