/**
 * The knowledge bases that answers are measured on, from one page to more than 500, each wholly for tuning or wholly
 * held out.
 */
import type { SourceChunks } from '../../src/retrieval/retriever.ts'
import { type Kind, businesses as olderBusinesses, questionsOf } from '../questions.ts'
import * as heldOutBusinesses from './held-out-businesses.ts'
import * as companies from './held-out-companies.ts'
import * as editor from './held-out-editor.ts'
import * as languages from './held-out-languages.ts'
import * as products from './held-out-products.ts'
import * as shops from './held-out-shops.ts'
import type { Labelled, LabelledQuestions } from './labelled.ts'
import { type PublicBase, publicBases } from './manifest.ts'
import { readPublicBase } from './read-public-base.ts'
import * as tuningBusinesses from './tuning-businesses.ts'
import * as tuning from './tuning-questions.ts'
import * as tuningShops from './tuning-shops.ts'

export type Base = {
  name: string
  set: 'tuning' | 'held-out'
  sources: SourceChunks[]
  questions: LabelledQuestions
}

export function readBases(): Base[] {
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
    ...open('held-out', publicBases.meetings, products.meetings),
    ...open('held-out', publicBases.softwareCompany, companies.softwareCompany),
    ...open('held-out', publicBases.openData, languages.openData),
    ...open('held-out', publicBases.socialNetwork, languages.socialNetwork),
    ...open('held-out', publicBases.audioEditor, editor.audioEditor),
    { name: 'carHire', set: 'held-out', sources: shops.carHire, questions: shops.carHireQuestions },
    { name: 'nursery', set: 'held-out', sources: shops.nursery, questions: shops.nurseryQuestions },
    { name: 'gimnasio', set: 'held-out', sources: heldOutBusinesses.gym, questions: languages.gym },
    { name: 'bicycles', set: 'held-out', sources: heldOutBusinesses.bicycles, questions: languages.bicycles },
    ...(['software', 'ferry', 'school'] as const).map((name) => older('held-out', name)),
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
