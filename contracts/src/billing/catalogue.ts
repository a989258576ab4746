/** What plans and add-ons cost (specification part 2 §9). Amounts in whole units of each currency. */

export const catalogueCurrencies = ['USD', 'EUR', 'GBP'] as const
export type CatalogueCurrency = (typeof catalogueCurrencies)[number]
export type Price = Record<CatalogueCurrency, number>

export type CataloguePlan = {
  key: 'free' | 'pay_as_you_go' | 'enterprise'
  label: string
  description: string
  /** A month, by monthly payment; from this amount on for enterprise. */
  monthly: Price
  /** A year, by annual payment; absent where it is agreed on. */
  yearly?: Price
  popular?: true
  features: readonly string[]
}

const inAll = (amount: number): Price => ({ USD: amount, EUR: amount, GBP: amount })

export const planCatalogue: readonly CataloguePlan[] = [
  {
    key: 'free',
    label: 'Free',
    description: 'To build and try agents.',
    monthly: inAll(0),
    features: ['2 agents', '2 workspace seats', 'Website widget'],
  },
  {
    key: 'pay_as_you_go',
    label: 'Pay as you go',
    description: 'For agents that work every day.',
    monthly: { USD: 20, EUR: 17.5, GBP: 15 },
    yearly: { USD: 144, EUR: 126, GBP: 108 },
    popular: true,
    features: ['$5 of free credit usage a month', 'Auto-recharge', 'Add-ons as you need them'],
  },
  {
    key: 'enterprise',
    label: 'Enterprise',
    description: 'For many agents and clients.',
    monthly: inAll(1_000),
    features: ['Limits of your own', 'Invoices', 'Help with the first agents'],
  },
]

export type CatalogueAddOn = { key: string; label: string; monthly: Price; yearly: Price }

/** Billed with the subscription, non-refundable. */
export const addOnCatalogue: readonly CatalogueAddOn[] = [
  { key: 'whitelabel-new', label: 'White label', monthly: inAll(200), yearly: inAll(1_440) },
  { key: 'workspace-seat', label: 'Workspace seat', monthly: inAll(10), yearly: inAll(72) },
  { key: 'client_seat', label: 'Client seat', monthly: inAll(15), yearly: inAll(108) },
  { key: 'concurrent-call-line', label: 'Concurrent call line', monthly: inAll(5), yearly: inAll(36) },
  { key: 'twilio-phone-number', label: 'Phone number', monthly: inAll(3), yearly: inAll(21) },
]

/** Of annual payment, in percent. */
export const ANNUAL_DISCOUNT = 40
