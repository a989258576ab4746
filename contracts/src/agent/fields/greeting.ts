/** Texts before and around the conversation: the tab UI of the settings. */
import { z } from 'zod'
import { field, group } from '../field.ts'

export const greetingFields = {
  /** `none` shows no message. */
  proactiveMessage: field(z.string().max(2000), {
    label: 'Proactive message',
    help: 'A bubble beside the launcher, one second after the page has loaded',
    place: 'ui',
    words: 'greeting teaser notification',
    default: '👋 Hi, how can I help you today?',
    fallback: 'none',
    public: true,
    exported: true,
  }),
  /** The notice that the visitor talks to an AI (ruling 13); shown unless `off`. */
  aiDisclosure: group(
    {
      off: field(z.boolean(), {
        label: 'Tell visitors that they talk to an AI',
        help: 'Required by law in the European Union',
        place: 'ui',
        words: 'disclosure transparency law bot',
        public: true,
      }),
      text: field(z.string().max(500), {
        label: 'Wording of the notice',
        place: 'ui',
        words: 'AI disclosure text',
        public: true,
      }),
    },
    { label: 'AI disclosure', exported: true },
  ),
  branding: field(z.string().max(2000), {
    label: 'Branding',
    help: 'A line at the foot of the chat. Markdown works; leave it empty for none.',
    place: 'ui',
    words: 'footer powered by',
    fallback: '',
    public: true,
    exported: true,
  }),
}
