/** The agency's brand, theme, footer, CSS and custom tabs. */
import { agency } from '@parley/agency/agency.decider.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { stableId } from './chance.ts'
import { byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

const SECRET_LENGTH = 25

/** A petrol of ten steps, as the theme editor writes them. */
const petrol = {
  primary: '#0f766e',
  themeType: 'light',
  nineColorPallet: [95, 90, 80, 70, 60, 50, 40, 30, 20, 5].map((lightness) => [175, 77, lightness]),
}

/** A frame has no font or scheme of the page around it. */
const pageStyle = `<style>
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
body { max-width: 640px; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 24px; } h2 { font-size: 17px; margin-top: 28px; }
</style>`

const tabs = [
  {
    key: 'help',
    label: 'Help',
    href: '/help',
    desc: 'How to reach Northwind, and what to send.',
    htmlContent: `${pageStyle}
<h1>How can we help?</h1>
<p>Write to <a href="mailto:help@northwind.example">help@northwind.example</a>, or call us from Monday to Friday, 9 am to 5 pm.</p>
<h2>What helps us most</h2>
<ul><li>The question as your visitor asked it</li><li>The answer that you would have given</li><li>A link to the conversation</li></ul>`,
  },
  {
    key: 'news',
    label: 'What’s new',
    href: '/news',
    desc: 'What changed in your agents this month.',
    htmlContent: `${pageStyle}
<h1>What’s new</h1>
<h2>November</h2><p>Agents now say where an answer comes from, and hand over with a summary for your team.</p>
<h2>October</h2><p>Leads show the page on which somebody wrote.</p>`,
  },
] as const

export function agencySettings(stage: Stage): Step[] {
  const { past, workspaceId, userId, now } = stage
  const { handle } = past.commands
  const at = (days: number, run: () => Promise<unknown>): Step => ({
    at: now - days * DAY_MS,
    kind: 'agency',
    run,
  })
  const save = (name: string, changes: Parameters<typeof saved>[0]) =>
    done(handle(agency, workspaceId, saved(changes), byHand(stage, `agency/${name}`)))
  return [
    at(43, () =>
      done(
        handle(
          agency,
          workspaceId,
          { type: 'InitializeAgency', agencyId: workspaceId, userId, secret: randomText(SECRET_LENGTH) },
          byHand(stage, 'agency/initialize'),
        ),
      ),
    ),
    at(42.9, () =>
      save('brand', {
        name: 'Northwind Agency',
        brandingText: 'Agents that know your business. **Questions?** Write to help@northwind.example.',
        customThemeJSONString: JSON.stringify(petrol),
        themeVariant: 'bordered',
        googleFont: 'DM Sans',
      }),
    ),
    at(42.8, () =>
      save('footer', {
        mainWebsite: 'https://northwind.example/',
        supportEmail: 'help@northwind.example',
        tosPage: 'https://northwind.example/terms',
        privacyPolicypPage: 'https://northwind.example/privacy',
        address: 'Northwind Agency, 4 Wharf Street, Bristol',
      }),
    ),
    at(31, () =>
      save('tabs', {
        customTabs: tabs.map(({ key, ...tab }) => ({
          ...tab,
          ...{ tabId: stableId('tab', key), iconUrl: '', pageType: 'html', jsContent: '', iframeUrl: '' },
          alwaysVisible: key === 'help',
        })),
      }),
    ),
    at(15, () => save('css', { customCSS: '[data-part="section"] {\n  border-radius: 16px;\n}\n' })),
  ]
}

type SaveAgency = Extract<Parameters<typeof agency.decider.decide>[0], { type: 'SaveAgency' }>

const saved = (changes: SaveAgency['changes']): SaveAgency => ({ type: 'SaveAgency', changes })
