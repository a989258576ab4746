/** The widget on a page, and how messages appear: the tab UI of the settings. */
import { z } from 'zod'
import { field, group } from '../field.ts'

const shortText = z.string().max(500)
/** In ms. After a longer delay the visitor would think that the agent does not respond. */
export const maxDelayBeforeSubmit = 10_000
const delayTooLong = `An agent waits for more at most ${maxDelayBeforeSubmit / 1_000} seconds.`

export const behaviourFields = {
  autoOpenWidget: field(z.boolean(), {
    label: 'Open by itself',
    help: 'The chat opens as soon as the page has loaded',
    place: 'ui',
    words: 'automatic auto open',
    fallback: false,
    public: true,
    exported: true,
  }),
  autoStartWidget: field(z.boolean(), {
    label: 'Start by itself',
    help: 'The conversation begins unseen, and the launcher counts its first messages. There is no proactive message then',
    place: 'ui',
    words: 'automatic auto start',
    default: false,
    fallback: false,
    public: true,
    exported: true,
  }),
  /** Whether the tabs of a browser share one conversation, its messages and whether the chat is open. */
  syncBrowser: field(z.boolean(), {
    label: 'One chat in all tabs',
    help: 'What is said, and whether the chat is open, is the same in every tab of the visitor',
    place: 'ui',
    words: 'sync browser windows',
    default: false,
    fallback: false,
    public: true,
    exported: true,
  }),
  /** Whether the chat is told about client-side navigation. */
  listenForUrlChanges: field(z.boolean(), {
    label: 'Follow the visitor',
    help: 'The agent and your team are told when the visitor goes to another page',
    place: 'ui',
    words: 'url navigation single page',
    default: false,
    fallback: false,
    public: true,
    exported: true,
  }),
  messageDelayMS: field(z.number().int().min(0).max(60_000), {
    label: 'Message delay',
    help: 'Pause between two messages of the agent, in milliseconds',
    place: 'ui',
    words: 'typing wait speed',
    default: 1000,
    fallback: 1000,
    public: true,
    exported: true,
  }),
  /** Milliseconds that the agent waits for further messages of a burst before it replies; 0 replies at once. */
  delayBeforeSubmit: field(z.number().int().min(0).max(maxDelayBeforeSubmit, delayTooLong), {
    label: 'Delay before answering',
    help: 'Milliseconds to wait for what a visitor adds, at most 10,000',
    place: 'ui',
    words: 'burst debounce wait reply',
    fallback: 0,
    message: delayTooLong,
    exported: true,
  }),
  buttonsLayout: field(z.enum(['horizontal', 'vertical', 'in-footer']), {
    label: 'Buttons',
    place: 'ui',
    words: 'layout side by side stacked footer quick replies',
    fallback: 'horizontal',
    public: true,
    exported: true,
  }),
  offerNotifications: field(z.boolean(), {
    label: 'Offer notifications',
    help: 'Visitors may allow notifications of their browser in the menu of the chat. Campaigns by push reach those who did',
    place: 'ui',
    words: 'web push campaigns browser',
    fallback: false,
    public: true,
    exported: true,
  }),
  scrollAnimation: field(z.boolean(), {
    label: 'Scroll smoothly',
    help: 'Never for visitors who ask for less motion',
    place: 'ui',
    words: 'animation',
    default: true,
    fallback: true,
    public: true,
    exported: true,
  }),
  /** Whether visitors may send files. */
  acceptFileUpload: field(z.boolean(), {
    label: 'Accept files',
    help: 'Visitors may attach files, by drag-and-drop or by a link',
    place: 'ui',
    words: 'upload attachments documents images',
    fallback: false,
    public: true,
    exported: true,
  }),
  /** Each file is sent at once, without a message. */
  enableQuickFileUpload: field(z.boolean(), {
    label: 'Send files at once',
    help: 'Without a message around them',
    place: 'ui',
    words: 'quick upload attachments',
    fallback: false,
    public: true,
    exported: true,
  }),
  enableAudioSupport: field(z.boolean(), {
    label: 'Speak and listen',
    help: 'Visitors may speak instead of typing, where their browser understands speech, and have replies read aloud',
    place: 'ui',
    words: 'voice audio microphone speech dictation read aloud',
    fallback: false,
    public: true,
    exported: true,
  }),
  whatsappPhoneNumber: field(z.string().max(50), {
    label: 'Phone number',
    name: 'WhatsApp number',
    help: 'With the country code, such as +49 151 2345',
    place: 'ui',
    words: 'WhatsApp button wa.me',
    fallback: '',
    public: true,
  }),
  ui: group(
    {
      widgetType: field(z.enum(['popup', 'full-width', 'modal', 'inline']), {
        label: 'Shape',
        name: 'Shape of the widget',
        place: 'ui',
        words: 'widget popup full width modal inline container position',
        fallback: 'popup',
        public: true,
      }),
      enableFixedFeedbackBtns: field(z.boolean(), {
        label: 'Always show feedback buttons',
        help: 'Otherwise on the newest answer alone',
        place: 'ui',
        words: 'rating thumbs',
        fallback: false,
        public: true,
      }),
      showWhatsappButtonOnWeb: field(z.boolean(), {
        label: 'Show a WhatsApp button beside the launcher',
        place: 'ui',
        words: 'phone wa.me',
        fallback: false,
        public: true,
      }),
      voiceQuestionLabel: field(shortText, {
        label: 'Question before the microphone is used',
        help: 'Empty for the standard one, in the language of the chat',
        place: 'ui',
        words: 'voice speech consent microphone',
        public: true,
      }),
      voiceContinueLabel: field(shortText, {
        label: 'Button to speak',
        place: 'ui',
        words: 'voice continue microphone',
        public: true,
      }),
      voiceDismissLabel: field(shortText, {
        label: 'Button not to speak',
        place: 'ui',
        words: 'voice dismiss microphone',
        public: true,
      }),
    },
    { label: 'Widget', exported: true },
  ),
}
