/** For the tests: the English texts that the code shows in the language of a client, and where those stand that it gets. */
import { readdirSync, readFileSync } from 'node:fs'
import { tooLargeFeedback } from '@parley/contracts/agency/feedback.ts'
import { chatParts } from '@parley/contracts/agent/chat-parts.ts'
import { fieldTextsOf } from '@parley/contracts/agent/field-texts.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import { nodeLabels } from '@parley/contracts/agent/node-names.ts'
import { fontNotFound, fontTooLarge } from '@parley/contracts/agent/web-font-limits.ts'
import { figureGroups, figureIds, keyFigures } from '@parley/contracts/analytics/figure-names.ts'
import {
  breakdowns,
  countedForAll,
  failureReasons,
  figures,
  loadsBehindCounted,
  questionsCounted,
  topQuestionsCounted,
  unansweredCounted,
} from '@parley/contracts/analytics/figures.ts'
import { mediumLabels } from '@parley/contracts/campaign/names.ts'
import { clientGoals } from '@parley/contracts/client/onboarding.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import { pictureTooLarge, wrongPictureType } from '@parley/contracts/file/pictures.ts'
import { wrongTypeAlert } from '@parley/contracts/file/types.ts'
import { tooLong } from '@parley/contracts/knowledge/text-limits.ts'
import { modelAbilities } from '@parley/contracts/models/catalogue.ts'
import { agentNews, newsTitles } from '@parley/contracts/notification/news.ts'
import { channelNames } from '../design/channel-name.ts'
import { templates, templateTabs } from '../features/agents/templates.ts'
import { behindWords, loadsParts } from '../features/analytics/behind-words.ts'
import { unchanged } from '../features/analytics/change-words.ts'
import { reasonNames } from '../features/campaigns/of-agent/reason-words.ts'
import { recipientStateNames, stateNames } from '../features/campaigns/words.ts'
import {
  answeredBy,
  emptyViews,
  ownerNames,
  shortcuts,
  speakers,
  traitNames,
  viewNames,
} from '../features/conversations/conversation-words.ts'
import { fileRefusals } from '../features/knowledge/accepted-files.ts'
import {
  kindWords,
  numberedReasons,
  pageStatusWords,
  rateOptions,
  rateWords,
  searchMethods,
  statusWords,
  wayExplanations,
  wayWords,
  websiteKinds,
} from '../features/knowledge/knowledge-words.ts'
import { fieldLabels, requestNames } from '../features/leads/field-names.ts'
import { statusNames } from '../features/leads/search.ts'
import { digests } from '../features/notifications/digests.ts'
import { pushOutcomes, pushProblems } from '../features/notifications/notification-words.ts'
import { words as nodeWords } from '../features/prompt/node-words.ts'
import { temperatureMarks } from '../features/prompt/temperature.ts'
import { canaryRates } from '../features/publish/canary-rates.ts'
import { buttonLayouts, widgetShapes } from '../features/settings/behaviour-words.ts'
import { settingsTabNames } from '../features/settings/search.ts'
import { deliveryNames, failureNames } from '../shell/delivery-words.ts'
import { notifyIfOptions, notifyThroughOptions } from '../shell/notify-options.ts'
import {
  captures,
  codes,
  days,
  formFieldTypes,
  operatorWords,
  questions,
  transforms,
} from '../store/field-choices.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Messages of the server and of its contracts that clients get to read, by the file that has them. */
export const messages: Record<string, string[]> = {
  'contracts/src/analytics/figure-words.ts': ['no change', 'up from 0', '{points} points'],
  'contracts/src/client/settings.ts': [
    'Please fill out all fields.',
    'Please enter a valid email',
    'The password needs at least 8 characters.',
  ],
  'contracts/src/client.ts': [
    'The server could not be reached. Check your connection and try again.',
    'Something went wrong. Please try again.',
  ],
  'contracts/src/onboarding/company.ts': [
    'Company name is required',
    'Company website is required',
    'Please enter a valid website URL or domain',
    'Please tell us what your company does',
    'Please provide at least 10 characters',
  ],
  'services/client/src/client-email.decider.ts': ['This email is already in use by another client.'],
  'services/client/src/client.decider.ts': [
    'You have reached the maximum number of seats',
    'The password was changed meanwhile. Please sign in again.',
  ],
  'services/client/src/openid/openid.handlers.ts': [
    'This sign-in took too long or was started in another tab. Please try again.',
    'This way to sign in is not offered here.',
    'You cancelled signing in with your organization.',
    'Your organization did not sign you in. Please try again.',
    'The answer of your organization’s sign-in can’t be trusted. Please try again.',
    'Your organization’s sign-in can’t be reached at the moment. Please try again later.',
    'Your organization has not confirmed your email address. Please ask your organization’s contact.',
    'This account has an email address of another organization. Please choose the right account.',
  ],
  'services/client/src/agency-admin/agency-admins.ts': ['Error occurred signing in with admin access.'],
  'services/client/src/openid/provider-client.ts': [
    'There is no account for you here. Please ask your organization’s contact for access.',
    'This email address belongs to another account of your organization. Please ask your organization’s contact.',
    'No account can be created for you at the moment. Please ask your organization’s contact.',
  ],
  'services/client/src/sign-in/client-access.ts': ['Access to this account is disabled.'],
  'services/client/src/sign-in/login-token.handlers.ts': [
    'This sign-in link is no longer valid. Please go back and open it again.',
    'This sign-in link was used already, or is too old. Please sign in here.',
  ],
  'services/client/src/sign-in/sign-in.handlers.ts': [
    'The email or the password is not right.',
    'The password is not right.',
    'Sign-in by password is disabled here. Please use a login code.',
    'There is no such agency.',
    'Passwords and login codes are off for your organization. Please sign in with your organization.',
    'Addresses at this domain are kept by an organization. Please ask your organization’s contact.',
  ],
  'services/client/src/sign-in/sso.handlers.ts': [
    "This account doesn't exist please contact support or create an account.",
    'Please ask for a code first.',
  ],
  'services/client/src/sign-up/sign-up.handlers.ts': [
    'Nobody can sign up here. Please contact support.',
    'Nobody can sign up here at the moment. Please contact support.',
    'The verification code was sent.',
    'Your account was created.',
  ],
  'services/identity/src/one-time-code.decider.ts': [
    'This code is not right or not valid any more. You can ask for a new one.',
  ],
  'services/identity/src/sign-in-limits.ts': ['Too many attempts. Please wait a few minutes and try again.'],
  'services/knowledge/src/knowledge-source.decider.ts': [
    'This knowledge source does not exist.',
    'This passage is no longer there. Please look at the source again.',
    'Please enter some text.',
  ],
  'services/knowledge/src/knowledge.handlers.ts': ['Please enter a web address such as https://example.com.'],
  'services/knowledge/src/website.ts': ['This website is being read at the moment.'],
  'services/knowledge/src/crawl/read-page.ts': [
    'The site asks not to have it read (robots.txt).',
    'The page asks not to be found.',
    'The page holds no text.',
  ],
  'services/knowledge/src/crawl/read-sitemaps.ts': ['The sitemap lists no pages.'],
  'services/knowledge/src/crawl/crawler.ts': ['The sitemap lists no pages of this site.'],
  'services/knowledge/src/ingestion/extract.ts': [
    'The page can’t be read.',
    'The file can’t be read.',
    'The file holds no text.',
  ],
  'services/knowledge/src/ingestion/extract-pdf.ts': [
    'This PDF is protected by a password. Remove the protection and add it again.',
    'This PDF is damaged and can’t be read.',
  ],
  'services/knowledge/src/ingestion/ingest.ts': ['The source holds no text.'],
  'services/agent/src/agent.decider.ts': [
    'This agent has been deleted.',
    'Somebody else saved this agent in the meantime. Reload to see their changes.',
    'This version is no longer kept.',
  ],
  'services/host/src/http/access.ts': ['You are not allowed to do this.'],
  'services/agent/src/agent.handlers.ts': ['A version is kept in the name of a member of the workspace.'],
  'services/agent/src/web-font/fetch-font.ts': [
    'This address has no font: neither a stylesheet with .woff2 files nor a .woff2 file.',
  ],
  'services/agent/src/canary/canary.decider.ts': [
    'A canary version is running. Promote or withdraw it first.',
    'This canary version is not running any more.',
    'This draft has no changes to try.',
  ],
  'services/conversation/src/conversation.decider.ts': [
    'This conversation took place in another workspace. Its visitor can’t be reached from here.',
  ],
  'services/conversation/src/conversation.outside-turns.ts': [
    'This conversation has been deleted.',
    'This note does not exist.',
  ],
  'services/conversation/src/handoff/inbox.handlers.ts': [
    'This conversation does not exist.',
    'Only predefined tags can be added here.',
    'This person can’t answer in this conversation.',
  ],
  'services/agency/src/feedback/feedback.handlers.ts': [
    'That was a lot of feedback. Please try again in an hour.',
  ],
  'services/notification/src/notification-of.ts': [...newsTitles],
  'services/conversation/src/approval/approvals.ts': [
    'This request for approval does not exist.',
    'This request no longer waits for a decision.',
    'This request waited for more than 24 hours and can’t be approved any more.',
    'Only the agent can carry this out. Hand the conversation back to it first.',
  ],
  'web/src/server/client-session.ts': ['Please login again.', 'Account data not present.'],
  'web/src/auth/client/client-login-page.tsx': ['Signed in successfully.'],
}

/** What replies cost is the agency's business. */
const shownFigures = figureIds.filter((id) => figures[id].unit !== 'credits')

const fieldTexts = Object.values(fieldTextsOf(agentFields))
/** Those on the page of the prompt that clients may open. */
const promptFields = [
  ...(['vg_systemPrompt', 'facts', 'vg_initMessages', 'vg_initPrompt', 'smartInit'] as const),
  ...(['vg_defaultModel', 'vg_maxTokens', 'vg_temperature', 'enableNodes'] as const),
]

/** Where clients set fields, beside the page of the prompt. */
const settingsPlaces = [
  'core',
  'ui',
  'language',
  'security',
  'handoff',
  'technical',
  'analytics',
  'knowledge',
]
const settingsFields = fieldTexts.filter(
  ({ place = '', secret }) => settingsPlaces.includes(place) && secret === undefined,
)
/** A client has no tabs of the team's notifications and functions. */
const { notifications, integrations, ...tabNames } = settingsTabNames

/** What is shown by names that the code computes. */
const computed: string[] = [
  ...clientPages.map(({ label }) => label),
  ...templates.flatMap(({ name, description }) => [name, description]),
  ...templateTabs.map(({ label }) => label),
  ...clientGoals.map(({ label }) => label),
  ...agentNews,
  ...[pushProblems, pushOutcomes].flatMap((all) => Object.values(all)),
  ...[...notifyIfOptions, ...notifyThroughOptions, ...digests].map(({ label }) => label),
  ...shownFigures.flatMap((id) => [figures[id].label, figures[id].counted]),
  ...keyFigures.map((id) => figures[id].brief),
  ...[figureGroups.quality, figureGroups.visitors].map(({ label }) => label),
  ...Object.values(breakdowns).flatMap(({ label, counted }) => [label, counted]),
  ...[countedForAll, loadsBehindCounted, questionsCounted, topQuestionsCounted, unansweredCounted],
  ...[failureReasons, behindWords, unchanged, channelNames].flatMap((all) => Object.values(all)),
  ...loadsParts.flatMap(({ label, caption }) => [label, caption]),
  ...Object.values(requestNames),
  ...Object.values(statusNames),
  ...Object.values(fieldLabels),
  ...[channelNames, viewNames, emptyViews, ownerNames, answeredBy, traitNames, speakers].flatMap((all) =>
    Object.values<string>(all),
  ),
  ...[mediumLabels, stateNames, recipientStateNames, reasonNames].flatMap((all) =>
    Object.values<string>(all),
  ),
  ...[deliveryNames, failureNames].flatMap((all) => Object.values<string>(all)),
  ...shortcuts.map(([, what]) => what),
  // Of `notification-words.ts`, for titles that begin with “A visitor”.
  ...['A visitor wrote to you', '{name} wrote to you'],
  ...['A visitor asks for a person', '{name} asks for a person'],
  ...[tooLargeFeedback, wrongTypeAlert, tooLong],
  ...[kindWords, wayWords, wayExplanations, rateWords, statusWords, pageStatusWords, fileRefusals].flatMap(
    (all) => Object.values<string>(all),
  ),
  ...rateOptions.map(({ label }) => label),
  ...websiteKinds.flatMap(({ label, explanation }) => [label, explanation]),
  ...numberedReasons,
  ...fieldTexts.filter(({ setByServer }) => !setByServer).map(({ name }) => name),
  ...fieldTexts.flatMap(({ message }) => message ?? []),
  ...promptFields.flatMap((name) => [agentFields[name].label, agentFields[name].help]),
  ...settingsFields.flatMap(({ label, help = [], none }) => [label, help, none?.label ?? []].flat()),
  ...[...temperatureMarks, ...canaryRates, ...widgetShapes, ...buttonLayouts, ...searchMethods].map(
    ({ label }) => label,
  ),
  ...[tabNames, chatParts].flatMap((all) => Object.values<string>(all)),
  ...[pictureTooLarge, wrongPictureType, fontNotFound, fontTooLarge],
  ...Object.values(nodeLabels),
  ...Object.values(nodeWords).map(({ does }) => does),
  ...Object.values(operatorWords).flatMap(({ label, whole }) => [label, whole]),
  ...[...captures, ...days, ...codes, ...questions, ...formFieldTypes, ...transforms].map(
    ({ label }) => label,
  ),
  ...[
    'Own server',
    ...modelAbilities.filter((ability) => ability !== 'embeddings' && ability !== 'transcription'),
  ],
]

export type Used = { texts: Set<string>; counted: Set<string> }

const literal = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`
const plain = new RegExp(String.raw`\b(?:t|say|withParts)\(\s*${literal}`, 'g')
const byCount = new RegExp(String.raw`\btCount\([^'"]*?${literal},\s*${literal}`, 'g')

/** What problems of flows are told in: texts that begin with a capital or with the name of a node. */
const flowProblemTexts = /'((?:“\{node\}”|\{path\}|[A-Z])[^'\n]*)'/g

/** All texts that are looked up, and those of them that have a form for each plural. */
export function textsInCode(): Used {
  const texts = new Set([...computed, ...Object.values(messages).flat()])
  const counted = new Set<string>()
  for (const [, text = ''] of read('contracts/src/agent/flow-problems.ts').matchAll(flowProblemTexts))
    texts.add(text)
  for (const path of readdirSync(new URL('web/src/', root), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.test\.ts$/.test(path)) continue
    const code = read(`web/src/${path}`)
    for (const [, text = ''] of code.matchAll(plain)) texts.add(meant(text))
    for (const [, , other = ''] of code.matchAll(byCount)) counted.add(meant(other))
  }
  return { texts, counted }
}

/** Messages that no longer stand where they are said to. */
export const misplacedMessages = (): string[] =>
  Object.entries(messages).flatMap(([path, said]) => {
    const code = read(path)
    return said.filter((text) => !code.includes(text)).map((text) => `${path}: ${text}`)
  })

const meant = (quoted: string): string => quoted.slice(1, -1).replace(/\\(.)/g, '$1')
