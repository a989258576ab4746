import { usdPerCredit } from '@parley/contracts/credits/price.ts'

/** Credits as money at the default price: to the cent, below a cent to a hundredth of it. */
export function usdOf(credits: number): string {
  const usd = credits * usdPerCredit
  const digits = usd !== 0 && usd < 0.01 ? 4 : 2
  return usd.toLocaleString(undefined, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
}
