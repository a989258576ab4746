/** Entry point of the chat in its frame: `/widget/{region}/{agentId}/frame`. */
import type { ShownAgent } from '@parley/contracts/agent/document.ts'
import { render } from 'preact'
import { languageOf } from '../language.ts'
import type { FromLoader } from '../messages.ts'
import { themeOf } from '../theme.ts'
import { hintInTitle } from '../title-hint.ts'
import { Chat } from './chat.tsx'
import { type ConversationOptions, createConversation } from './conversation/conversation.ts'
import type { Conversation } from './conversation/state.ts'
import { call } from './server/api.ts'
import { CallError } from './server/call-error.ts'
import './frame.css'
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import { forgetful, type Memory, openMemory } from './conversation/saved.ts'
import { lastConfirmed, textOf } from './conversation/transcript.ts'
import { sayable, usable, warn } from './page-words.ts'
import { parentPage } from './parent-page.ts'
import { ownStyles } from './theme/own-styles.ts'
import { customProperties } from './theme/palette.ts'
import { TroublePanel } from './trouble-panel.tsx'
import { interfaceFor } from './words/words.ts'

// `/app/{region}/render/{agentId}/iframe` is the same chat for pages that embed it without a script.
const [, region, agentId] = /^\/(?:widget|app)\/(\w+)\/(?:render\/)?([\w-]+)\//.exec(location.pathname) ?? []
const page = parentPage()
document.documentElement.dataset.mode = page.mode
let conversation: Conversation | undefined
let isOpen = false
let unread = 0
let told = false
let memory: Memory | undefined
let early: FromLoader[] = []
type Telling = (place: ReturnType<Conversation['place']>) => Promise<unknown>
const facts = new Map<FromLoader['type'], Telling>()

page.listen((message) => (conversation ? obey(message) : early.push(message)))
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) page.send({ type: 'close' })
})
document.addEventListener('visibilitychange', () => isSeen() && seen())
// Without this, a file dropped outside of a drop area would open in place of the chat.
for (const name of ['dragover', 'drop'] as const)
  addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault())
void begin()

type Create = (options: Omit<ConversationOptions, 'region'>) => Conversation

async function begin() {
  try {
    if (region === 'preview')
      await import('./preview.ts').then(({ preview }) => show(preview.agent, preview.create))
    if ((region !== 'na' && region !== 'eu') || !agentId) return ready()
    const { data: agent } = await call('public.agent', { params: { region, agentId } })
    await show(agent, (given) => createConversation({ ...given, region }))
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return
    const { words } = await interfaceFor(navigator.language)
    render(<TroublePanel words={words} reason={words.unreachable} retry={begin} />, document.body)
  }
  ready()
}

function ready() {
  page.send({ type: 'ready' })
  for (const message of early) obey(message)
  early = []
}

async function show(agent: ShownAgent, create: Create) {
  const tag = languageOf(agent.lang)
  const { words, lang, direction } = await interfaceFor(tag)
  memory = agent.chatForget ? openMemory(agent.ID, forgetful) : openMemory(agent.ID)
  dress(agent, lang, direction)
  conversation = create({
    agent,
    // The visitor's language, whatever that of the interface: replies and translations use it.
    lang: (navigator.language || tag).slice(0, 20),
    words,
    memory,
    onMessage(message) {
      const { id, role } = message
      page.send({ type: 'message', id, role, text: textOf(message) })
      if (role === 'agent' || role === 'human') {
        count(isSeen() ? 0 : unread + 1)
        if (!(isOpen && document.hasFocus())) sound()
      }
      if (isSeen()) remember()
    },
    onMissed: (missed) => count(unread + missed),
    onPlace: () => facts.forEach(tell),
    onOwner: (owner) => page.send({ type: 'handoff', owner }),
  })
  const closable = page.mode !== 'inline' && page.mode !== 'alone'
  const close = closable ? () => page.send({ type: 'close' }) : undefined
  render(
    <Chat
      agent={agent}
      words={words}
      locale={navigator.language.startsWith(lang) ? navigator.language : lang}
      conversation={conversation}
      memory={memory}
      close={close}
    />,
    document.body,
  )
}

function obey(message: FromLoader) {
  switch (message.type) {
    case 'send': {
      const text = sayable(message.text)
      if (!text) return
      // A message that the page sends as the visitor starts the conversation if there is none.
      conversation?.start(message.page || undefined)
      conversation?.whenReady(() => conversation?.send(text))
      return
    }
    case 'identify':
      return keep('identify', ({ params, token }) =>
        call('conversations.identify', { params, body: message.identity }, { token }),
      )
    case 'variables': {
      const variables = usable(message.variables)
      return keep('variables', ({ params, token }) =>
        call('conversations.setVariables', { params, body: { variables } }, { token }),
      )
    }
    case 'moved':
      conversation?.whenReady(() =>
        tell(({ params, token }) =>
          call('conversations.moved', { params, body: { pageUrl: message.page.slice(0, 2000) } }, { token }),
        ),
      )
      return
    case 'close':
      isOpen = false
      return conversation?.look(false)
    case 'start':
      return conversation?.start(message.page || undefined)
    case 'watch':
      if (remembered()) conversation?.start(message.page || undefined)
      return
    case 'open':
      isOpen = true
      conversation?.look(true)
      conversation?.start(message.page || undefined)
      seen()
      if (message.focus) focusChat()
  }
}

/** Plays a sound unless the chat is muted. */
function sound() {
  if (!memory?.read().muted) import('./sound.ts').then(({ chime }) => chime()).catch(() => undefined)
}

const isSeen = () => isOpen && !document.hidden

function seen() {
  count(0)
  remember()
}

function count(now: number) {
  if (now === unread && now === 0 && told) return
  told = true
  unread = now
  page.send({ type: 'unread', count: unread })
  // There is no page around it that could do so.
  if (page.mode === 'alone') hintInTitle(unread)
}

/** Stores the index up to which the visitor has read, so that later messages count as missed on return. */
function remember() {
  const index = conversation ? lastConfirmed(conversation.state().messages) : -1
  if (index >= 0) memory?.write({ seen: index })
}

const remembered = () => memory?.read().conversationId !== undefined

/** Applies data about the visitor to the current conversation and to later ones. */
function keep(kind: FromLoader['type'], work: Telling) {
  facts.set(kind, work)
  if (conversation?.place().params.conversationId) tell(work)
}

/** Errors are logged to the console, for the developer of the page. */
function tell(work: Telling) {
  if (conversation) work(conversation.place()).catch((error) => warn(error.message || 'not told'))
}

/** On touch devices the field is not focused, because the keyboard would cover the messages. */
function focusChat() {
  const touch = matchMedia('(pointer: coarse)').matches
  document.querySelector<HTMLElement>(touch ? '.close' : 'textarea')?.focus()
}

function dress(agent: ShownAgent, lang: string, direction: 'ltr' | 'rtl') {
  const theme = themeOf(agent)
  const root = document.documentElement
  root.lang = lang
  root.dir = direction
  root.dataset.scheme = theme.scheme
  document.title = agent.title
  const properties = { ...customProperties(theme), '--font': fontOf(agent) }
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value)
  const background = safeImage(agent.chatBgURL)
  if (background) {
    root.style.setProperty('--background', `url(${JSON.stringify(background)})`)
    root.dataset.background = ''
  }
  if (agent.ADVANCED_customCSS) document.adoptedStyleSheets = [ownStyles(agent.ADVANCED_customCSS)]
}

/** The value of `font-family`. `inherit` takes that of the page around, as far as the device has it. */
function fontOf({ fontFamily: name, webFont }: ShownAgent): string {
  if (name === 'inherit') return page.font || 'system-ui'
  if (name && (name !== 'DM Sans' || webFont?.family === name))
    import('./theme/fonts.ts').then(({ addFont }) => addFont(name, webFont)).catch(() => undefined)
  return JSON.stringify(name || 'DM Sans')
}
