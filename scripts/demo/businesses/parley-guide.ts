/** The agent of the landing page: it knows Parley itself, as the README and the pages of the public site describe it. */
import { type Business, growing, inTurns, topic } from '../business.ts'

const WHAT = 'What Parley is'
const KNOWLEDGE = 'Knowledge and answers'
const TEAM = 'Inbox and team'
const START = 'Getting started'
const QUESTIONS = 'Frequent questions'

const prompt = `You are the guide to Parley, on Parley's own website. Visitors want to know what it does and whether it suits them.

- Answer in two to four short sentences, in plain words and in the visitor's language.
- Say only what the knowledge says. What is not available yet is not available yet: say so.
- Whoever wants to try it can press Sign Up; an agent is ready within minutes.`

const greeting =
  'Hello! I am an agent made with Parley. Ask me what it does, how it works, or what it does not do yet.'

export const parleyGuide = (agentId: string): Business => ({
  key: 'parley-guide',
  agentId,
  template: 'blank-template',
  name: 'Parley',
  title: 'Parley Guide',
  since: 38,
  traffic: 6,
  site: 'https://parley.example',
  pages: ['/', '/pricing', '/chatbot', '/whitelabel-landing'],
  knowledge: [
    {
      name: WHAT,
      kind: 'text',
      content: `Parley is a platform for AI agents that talk to the visitors of websites. Workspace owners and agencies build an agent, try it, publish it, put it on a website with one line of HTML, and read what visitors said.

Parley is white label. Agencies offer agents to their own clients under their own name, with their logo, colours, fonts, custom CSS and pages of their own. Contrast holds for every colour, in light and dark.

Every change in Parley is an event. It can be traced to a person and a request, replayed to any past moment, and it is proven that nobody altered it. Each workspace keeps its data in one region, North America or Europe.`,
    },
    {
      name: KNOWLEDGE,
      kind: 'text',
      content: `An agent answers from its knowledge: websites, files, texts, and questions with answers. You enter the address of a website and Parley reads its pages, and reads them again as often as you choose. Each answer shows the sources that it comes from.

When the knowledge does not hold the answer, the agent says that it does not know and invents nothing. Such questions are listed for you under unanswered questions, and you answer them once for all visitors.

Parley works with models of OpenAI, Anthropic and Google and with servers that are compatible with OpenAI. Without a model's key the built-in answerer replies from the knowledge alone.

Flows lead a visitor through a job: questions, choices, conditions and forms on a canvas. An agent can book an appointment, qualify a lead or look up an order. It speaks 13 languages in its flows, and a visitor can always ask something else or ask for a person.`,
    },
    {
      name: TEAM,
      kind: 'text',
      content: `People take over a conversation in mid-sentence. All conversations are in one inbox with assignment, notes, tags, canned responses and translation. A visitor who has left gets the reply by mail, and their answer comes back into the conversation.

Members have roles: Admin, Editor, Support and Viewer, or permissions of your own choice. Two people can edit one agent at the same time: they see each other, their changes are merged, and conflicts are decided field by field.

You test an agent before you publish it. Test cases hold what a good answer contains, and draft and published version run side by side. A canary version answers a share of the new conversations first, beside the published one, until you promote or withdraw it.`,
    },
    {
      name: START,
      kind: 'text',
      content: `To start, sign up with your e-mail address and enter the address of your website. Parley reads it and makes an agent of it: its colours, its language, its greeting and its knowledge. You can also press New Agent and begin with a template for customer support, real estate, health care, appointments or a game character, or with a blank one.

To put the agent on your website, copy the website script from the Publish menu into any page. It is one line of HTML. The launcher weighs 6 KB and loads after your page, so it does not slow your website down. There is also a React component, an embedded chat and an iframe.

Parley runs on your own server with "npm ci && npm start". It needs Node 20 or newer and nothing else: no database, no message broker, no key. For larger installations it runs on EventStoreDB, MongoDB and Kafka, split into several processes.`,
    },
    {
      name: QUESTIONS,
      kind: 'qa',
      pairs: [
        {
          question: 'Does Parley work on WhatsApp, Instagram or Messenger?',
          answer:
            'Not from the dashboard yet. Today an agent answers on websites and in an app of your own, which sends and receives its messages by signed calls.',
        },
        {
          question: 'Can I call an agent by phone?',
          answer:
            'Phone numbers and calls are not available yet. Visitors can speak to the chat and have its answers read aloud, where their browser offers speech.',
        },
        {
          question: 'What does Parley cost?',
          answer:
            'The pricing page shows the plans: Free, Pay as you go for 20 USD a month or 144 USD a year, and Enterprise from 1,000 USD a month. Plans can’t be bought here yet.',
        },
        {
          question: 'Can an agent use our own systems?',
          answer:
            'Yes, by functions: the agent calls your server with what the visitor said, signed, and goes on with the answer. Webhooks tell your server of leads, conversations and other events.',
        },
        {
          question: 'What happens to the data of visitors?',
          answer:
            'It stays in the region of the workspace and is sealed under a key of its own. What is known of a visitor is exported or erased in one click.',
        },
        {
          question: 'Is the chat accessible?',
          answer:
            'Yes. It works by keyboard and with screen readers, keeps its contrast in every colour, and says that visitors talk to an AI.',
        },
        {
          question: 'Can I see an agent on my own website before I install it?',
          answer:
            'Yes. Website Preview in the Demo menu shows the agent in front of the website whose address you enter.',
        },
      ],
    },
  ],
  topics: [
    topic(
      'en',
      WHAT,
      'Parley is a platform for AI agents on websites: you build one, try it, publish it and put it on a page with **one line of HTML**.',
      'What is Parley?',
      'what does this product do',
    ),
    topic(
      'en',
      WHAT,
      'Yes. Agencies offer agents under **their own name**, with their logo, colours, fonts and pages.',
      'Can we resell it under our brand?',
      'Is it white label?',
    ),
    topic(
      'en',
      KNOWLEDGE,
      'From its knowledge: websites, files, texts, and questions with answers. Each answer shows its **sources**.',
      'Where do the answers come from?',
      'does it make things up?',
    ),
    topic(
      'en',
      TEAM,
      'People take over in mid-sentence, in **one inbox** with assignment, notes, tags and translation.',
      'Can a human take over?',
      'What if somebody wants a real person?',
    ),
    topic(
      'en',
      START,
      'Sign up and enter the address of your website. Parley reads it and makes an agent of it within minutes.',
      'How do I start?',
      'How long does it take to set up?',
    ),
    topic(
      'en',
      START,
      'The launcher weighs **6 KB** and loads after your page.',
      'Will it slow down my website?',
      'how big is the widget',
    ),
    topic(
      'en',
      QUESTIONS,
      'Not from the dashboard yet. Today an agent answers on websites and in an app of your own.',
      'Does it work with WhatsApp?',
    ),
  ],
  unknown: ['Do you have a mobile app?', 'Which customers use Parley?', 'Is there a discount for schools?'],
  edits: [
    {
      enableNodes: false,
      vg_systemPrompt: prompt,
      vg_initMessages: [greeting],
      vg_initPrompt: '',
      description: 'Answers what Parley does, on its own website.',
    },
    ...inTurns(
      growing(prompt, [
        'Name the page of the website that says more, where there is one.',
        'When somebody compares Parley with another product, say what Parley does and nothing of the other.',
        'Prices come from the pricing page alone.',
      ]),
      [{ proactiveMessage: '👋 Ask me what Parley does.' }, { vg_temperature: 0.2 }],
      [{ vg_defaultModel: 'gpt-4o-mini' }, { branding: 'Made with Parley' }],
    ),
  ],
})
