import { valueIn, variablesIn } from '@parley/contracts/campaign/rendered-text.ts'
import type { CampaignStep } from '@parley/contracts/campaign/settings.ts'

type Person = { variables: Readonly<Record<string, string>> }

/** The variables of the texts for which none of these people has a value; empty if there is nobody to look at. */
export function emptyVariables(steps: readonly CampaignStep[], people: readonly Person[]): string[] {
  if (people.length === 0) return []
  const texts = steps.flatMap(({ a, b, template }) => [
    ...[a, b].flatMap((text) => (text ? [text.subject ?? '', text.text] : [])),
    ...Object.values(template?.values ?? {}),
  ])
  return variablesIn(texts.join('\n')).filter((name) =>
    people.every(({ variables }) => valueIn(name, variables) === ''),
  )
}
