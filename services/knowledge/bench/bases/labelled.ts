/** The form of labelled questions about one knowledge base. */

/**
 * A question and the facts that its answer must hold, each as it is written in the base, in any case; `|` separates
 * spellings of one fact, `!` begins what the answer must not hold.
 */
export type Labelled = [question: string, ...facts: string[]]

export type LabelledQuestions = {
  direct?: Labelled[]
  paraphrased?: Labelled[]
  misspelled?: Labelled[]
  'other language'?: Labelled[]
  /** Two questions in one; the facts of both are needed. */
  'two-part'?: Labelled[]
  /** The question before, the question, and the facts. */
  'follow-up'?: [before: string, question: string, ...facts: string[]][]
  /** About the subject of the base, but nothing in it answers. */
  nearby?: string[]
  'far off'?: string[]
}
