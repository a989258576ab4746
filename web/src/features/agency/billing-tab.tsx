import { NumberInput, Text } from '@mantine/core'
import { highestUsdPerToken, usdPerCredit } from '@parley/contracts/credits/prices.ts'
import { useState } from 'react'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { numberSeparators } from '../../design/words/number-format.ts'
import { usdText } from '../../design/words/usd.ts'
import type { AgencyDraft } from './use-agency-draft.ts'

/** As many credits as people imagine: a month of a small organization. */
const exampleCredits = 1_000
/** Part 2 §9: what is previewed. */
const exampleUsd = 10
/** Part 2 §5. */
const notANumber = 'Please enter a valid number'

/** What the agency asks of its clients (part 2 §2.2). Payments come with a payment account. */
export function BillingTab({ agency: { USDPerToken }, edit, problems }: AgencyDraft) {
  // As long as the text is no number of its own, such as `0.`
  const [typed, setTyped] = useState<string>()
  const price = exampleCredits * USDPerToken
  const cost = exampleCredits * usdPerCredit
  return (
    <SettingSection
      title="Price of credits"
      explanation="The home of your agency shows for each organization what its credits cost you, and what you ask for them. Nothing is charged by this."
    >
      <SettingRow
        label="Price per credit"
        help={`In US dollars. A credit costs you ${usdText(usdPerCredit)}.`}
      >
        {(texts) => (
          <NumberInput
            {...texts}
            min={0}
            max={highestUsdPerToken}
            step={0.001}
            decimalScale={6}
            allowNegative={false}
            {...numberSeparators()}
            value={typed ?? USDPerToken}
            error={typed !== undefined && !isNumber(typed) ? notANumber : problems.get('USDPerToken')}
            onBlur={() => typed !== undefined && isNumber(typed) && setTyped(undefined)}
            onChange={(next) => {
              setTyped(typeof next === 'number' ? undefined : next)
              if (typeof next === 'number') edit({ USDPerToken: next })
            }}
          />
        )}
      </SettingRow>
      <Text c="dimmed" size="sm">
        {exampleCredits.toLocaleString()} credits cost you {usdText(cost)}, and your clients {usdText(price)}:{' '}
        {price < cost ? `you lose ${usdText(cost - price)}.` : `${usdText(price - cost)} remain with you.`}
        {USDPerToken > 0 &&
          ` For ${usdText(exampleUsd)}, a client gets ${creditsFor(exampleUsd, USDPerToken).toLocaleString()} credits.`}
      </Text>
    </SettingSection>
  )
}

const isNumber = (typed: string) => typed.trim() !== '' && Number.isFinite(Number(typed))

/** Whole credits; what is lost in the division of binary fractions is no credit. */
const creditsFor = (usd: number, price: number) => Math.floor(Number((usd / price).toFixed(6)))
