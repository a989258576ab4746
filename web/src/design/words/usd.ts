import { usdPerCredit } from '@parley/contracts/credits/prices.ts'

/** Formats credits as US dollars at the default price, like `usdText`. */
export function usdOf(credits: number): string {
  return usdText(credits * usdPerCredit)
}

/** Formats US dollars: two decimals, up to four below one cent. */
export function usdText(usd: number): string {
  const digits = usd !== 0 && usd < 0.01 ? 4 : 2
  return usd.toLocaleString(undefined, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
}
