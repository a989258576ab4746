/**
 * The pages that the marketing header leads to (part 2 §2.3), one for each thing that people look for. Each says what
 * works on this server today and what is not available yet, so a line moves from `notYet` to `today` when it works.
 */
import { escapeHtml } from '../page-files.ts'
import { type Site, sitePage } from './site-page.ts'

type ProductPage = {
  path: string
  /** In the header. */
  label: string
  title: string
  description: string
  lead: string
  today: [title: string, text: string][]
  notYet: string[]
}

const inbox: ProductPage['today'][number] = [
  'One inbox for your team',
  'Every conversation in one list, with assignment, notes, tags and translation. People take over in mid-sentence.',
]
const otherChannels: ProductPage['today'][number] = [
  'The same agent elsewhere',
  'On your website, WhatsApp, Instagram, Messenger, Telegram and Discord, and through a server of your own, signed in both directions.',
]
const functions: ProductPage['today'][number] = [
  'Functions',
  'An agent calls your server with what the visitor said, signed, and goes on with the answer. A small service of yours can so reach any system.',
]

export const productPages: readonly ProductPage[] = [
  {
    path: '/chatbot',
    label: 'Chatbot',
    title: 'A chatbot for your website',
    description:
      'An AI chatbot that answers from your website and documents, runs flows, and hands over to your team. One line of HTML.',
    lead: 'It answers from what you gave it to know, shows where an answer comes from, and says so when it does not know.',
    today: [
      [
        'Knowledge from your website',
        'Enter an address or add files and texts. Pages are read again as often as you choose.',
      ],
      [
        'Flows on a canvas',
        'Questions, choices, conditions and forms, in 13 languages. A visitor can always ask something else.',
      ],
      inbox,
      [
        'Light and accessible',
        'A launcher of 6 KB, for keyboards and screen readers, in your colours and fonts, or with CSS of your own.',
      ],
    ],
    notYet: [],
  },
  {
    path: '/whatsapp',
    label: 'WhatsApp',
    title: 'Agents on WhatsApp',
    description:
      'Connect a number of WhatsApp Business to an agent: buttons and lists, pictures, voice notes and files, and your team in one inbox.',
    lead: 'The agent that answers on your website, on the number that your customers write to.',
    today: [
      [
        'A number of WhatsApp Business',
        'Connected from the dashboard with the access token of your app. Choices become buttons and lists; pictures, voice notes, files, places and orders arrive as what they are.',
      ],
      [
        'The 24-hour window',
        'Your team sees until when a person may be answered. After that the agent stays silent, and nothing is sent that Meta would refuse.',
      ],
      inbox,
      otherChannels,
    ],
    notYet: ['Message templates', 'Connecting with a Facebook sign-in'],
  },
  {
    path: '/instagram-integration',
    label: 'Instagram',
    title: 'Agents on Instagram',
    description:
      'Connect an Instagram account to an agent: direct messages, story mentions and replies, and your team in one inbox.',
    lead: 'Direct messages answered by your agent, and by your team when a person is needed.',
    today: [
      [
        'An Instagram account',
        'Connected from the dashboard through its Facebook page. Direct messages, story mentions and replies to stories arrive, and choices become quick replies.',
      ],
      inbox,
      otherChannels,
    ],
    notYet: ['Answers to comments', 'Connecting with a Facebook sign-in'],
  },
  {
    path: '/messenger-integration',
    label: 'Messenger',
    title: 'Agents on Messenger',
    description:
      'Connect a Facebook page to an agent: messages, quick replies and cards, and your team in one inbox.',
    lead: 'The people who write to your Facebook page, answered by the agent of your website.',
    today: [
      [
        'A Facebook page',
        'Connected from the dashboard with the access token of the page. Choices become quick replies, cards become cards of Messenger.',
      ],
      [
        'Your team within seven days',
        'A person may answer for up to seven days after the last message, as Meta allows; the agent only within 24 hours.',
      ],
      inbox,
      otherChannels,
    ],
    notYet: ['Connecting with a Facebook sign-in'],
  },
  {
    path: '/voice-agent',
    label: 'Voice',
    title: 'Agents that listen and speak',
    description:
      'Speaking with an agent in the chat works today. Phone numbers and calls are not available yet.',
    lead: 'Visitors speak to the chat and hear its answers. A phone number of its own comes later.',
    today: [
      [
        'Speech in the chat',
        'A visitor dictates a question and has the answer read aloud, where their browser offers speech.',
      ],
    ],
    notYet: ['Phone numbers and calls', 'A library of voices', 'Web calls'],
  },
  {
    path: '/integrations/google-calendar',
    label: 'Google Calendar',
    title: 'Appointments in Google Calendar',
    description:
      'Agents ask for appointments today and pass them to your server. A connection to Google Calendar is not available yet.',
    lead: 'An agent that finds a time with the visitor and puts it into a calendar.',
    today: [
      [
        'Asking for an appointment',
        'A template asks for service, day and time, understands dates as people write them, and keeps the request as a lead.',
      ],
      functions,
    ],
    notYet: ['Connecting a Google account', 'Free times read from a calendar'],
  },
  {
    path: '/integrations/shopify',
    label: 'Shopify',
    title: 'Agents for Shopify shops',
    description:
      'The widget works on every shop today, and functions reach your orders. A Shopify app is not available yet.',
    lead: 'Questions about orders, returns and products, answered on the page where they come up.',
    today: [
      [
        'The widget on every page',
        'Its one line goes into the theme of a shop. It stays open while visitors go from page to page.',
      ],
      functions,
    ],
    notYet: ['A Shopify app that installs the widget', 'Orders and products read from a shop'],
  },
  {
    path: '/whitelabel-landing',
    label: 'White label',
    title: 'White label for agencies',
    description:
      'Agents in the brand of your clients, and a dashboard at your own domain, in your brand, with an account for each client.',
    lead: 'Agents that look like your clients’ own, from the launcher to the mails that visitors receive.',
    today: [
      [
        'Any brand',
        'Any primary colour, light and dark, with fonts, logo and CSS. Contrast holds for every colour.',
      ],
      [
        'Your own domain',
        'The dashboard at your domain, with your logo, name and colours, and mails from an address of yours. Nothing there names us.',
      ],
      [
        'An account for each client',
        'Clients sign in at your domain, in 13 languages, and see the agents and pages that you give them. Organisations bring their people, credits and rules together.',
      ],
    ],
    notYet: ['Plans that your clients pay for by themselves'],
  },
]

export function productPage(site: Site, page: ProductPage): string {
  const { path, title, description, lead, today, notYet } = page
  const items = today.map(([name, text]) => `<li><h3>${escapeHtml(name)}</h3><p>${escapeHtml(text)}</p></li>`)
  const missing = notYet.map((text) => `<li>${escapeHtml(text)}</li>`)
  return sitePage(site, {
    path,
    title,
    description,
    body: `<section class="top"><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(lead)}</p>
<p class="actions"><a class="button" href="/signup">Create an agent</a><a class="button plain" href="/pricing">Pricing</a></p></section>
<section class="features" aria-labelledby="today"><h2 id="today">What works today</h2><ul class="grid">${items.join('')}</ul></section>${
      missing.length === 0
        ? ''
        : `<section class="later" aria-labelledby="later"><h2 id="later">Not available yet</h2><ul>${missing.join('')}</ul></section>`
    }`,
  })
}
