/** The pricing page, from the catalogue. Monthly or annual is chosen without script. */
import {
  ANNUAL_DISCOUNT,
  addOnCatalogue,
  type CataloguePlan,
  catalogueCurrencies,
  type Price,
  planCatalogue,
} from '@parley/contracts/billing/catalogue.ts'
import { escapeHtml } from '../page-files.ts'
import { type Site, sitePage } from './site-page.ts'

const symbols = { USD: '$', EUR: '€', GBP: '£' } as const

export function pricingPage(site: Site): string {
  return sitePage(site, {
    path: '/pricing',
    title: 'Pricing',
    description: `What plans and add-ons cost, by month and by year. Annual payment saves ${ANNUAL_DISCOUNT} percent.`,
    body: `<section class="top"><h1>Pricing</h1><p class="lead">Start free. Pay for what your agents use when they work every day.</p>
<p class="template" role="note">Plans can’t be bought here yet. Until then every workspace uses ${escapeHtml(site.name)} without payment.</p></section>
<section class="pricing" aria-label="Plans"><fieldset class="cycle"><legend>Payment</legend>
<label><input type="radio" name="cycle" value="monthly" checked>Monthly</label>
<label><input type="radio" name="cycle" value="annual" id="annual">Annual <span>Save ${ANNUAL_DISCOUNT}%</span></label></fieldset>
<ul class="grid plans">${planCatalogue.map(planCard).join('')}</ul></section>
<section class="features"><h2 id="add-ons">Add-ons</h2><div class="wide" tabindex="0" role="region" aria-labelledby="add-ons"><table><thead><tr><th scope="col">Add-on</th><th scope="col">A month</th><th scope="col">A year</th></tr></thead><tbody>${addOnCatalogue
      .map(
        ({ label, monthly, yearly }) =>
          `<tr><th scope="row">${escapeHtml(label)}</th><td>${amountOf(monthly.USD, 'USD')}</td><td>${amountOf(yearly.USD, 'USD')}</td></tr>`,
      )
      .join('')}</tbody></table></div>
<p class="lead">The same amounts in EUR and GBP. Add-ons are billed with the subscription and are non-refundable.</p></section>`,
  })
}

function planCard({ label, description, monthly, yearly, popular, features, key }: CataloguePlan): string {
  const from = key === 'enterprise' ? 'from ' : ''
  const perMonth = priceOf(monthly, from, 'a month')
  const prices = yearly
    ? `<div class="monthly">${perMonth}</div><div class="annual">${priceOf(yearly, from, 'a year')}</div>`
    : perMonth
  const action =
    key === 'enterprise'
      ? '<a class="button plain" href="/legal/contact">Contact us</a>'
      : '<a class="button" href="/signup">Start free</a>'
  return `<li>${popular ? '<p class="badge">Most Popular</p>' : ''}<h2>${escapeHtml(label)}</h2><p>${escapeHtml(description)}</p>
<div class="price">${prices}</div><ul>${features.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>${action}</li>`
}

function priceOf(price: Price, from: string, period: string): string {
  const [main, ...others] = catalogueCurrencies.map((currency) => amountOf(price[currency], currency))
  const differs = new Set(Object.values(price)).size > 1
  const also = differs ? `<small>${others.join(' · ')}</small>` : ''
  return `<p>${from}<b>${main}</b> ${period}</p>${also}`
}

function amountOf(amount: number, currency: keyof typeof symbols): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return symbols[currency] + amount.toLocaleString('en', { minimumFractionDigits: digits })
}
