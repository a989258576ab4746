/** `node bench/check-labels.ts`: lists facts of labelled questions that no text of their base holds. */
import { readBases } from './bases/bases.ts'
import { holds, questionsIn } from './grade-answers.ts'

for (const base of readBases()) {
  const whole = base.sources.flatMap(({ chunks = [] }) => chunks).join('\n')
  const asked = questionsIn(base)
  const unanswerable = asked.filter(({ facts }) => facts.length === 0).length
  console.log(
    `${base.set} ${base.name}: ${base.sources.length} pages, ${asked.length} questions, ${unanswerable} unanswerable`,
  )
  for (const { question, facts } of asked)
    for (const fact of facts) if (!holds(whole, fact)) console.log(`  not in the base: ${fact} (${question})`)
}
