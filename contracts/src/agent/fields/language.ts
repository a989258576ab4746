/** The languages of the chat: the tab Language of the settings. */
import { z } from 'zod'
import { field } from '../field.ts'

export const languageFields = {
  /** `automatic` for that of the visitor's browser. */
  lang: field(z.string().max(20), {
    label: 'Language',
    place: 'language',
    words: 'locale interface automatic browser',
    default: 'en',
    fallback: 'en',
    public: true,
    exported: true,
  }),
  enableAITranslate: field(z.boolean(), {
    label: 'Translate what the agent says',
    place: 'language',
    words: 'translation multilingual',
    fallback: false,
    public: true,
    exported: true,
  }),
  /** Empty for the language of the visitor's browser. */
  AITranslateTo: field(z.string().max(20), {
    label: 'Translate to',
    place: 'language',
    words: 'translation target',
    fallback: '',
    public: true,
    exported: true,
  }),
  translateUserResponse: field(z.boolean(), {
    label: 'Translate what visitors write',
    help: "Flows, knowledge, tools and your team get it in the agent's own language, beside the visitor's words.",
    place: 'language',
    words: 'translation incoming',
    fallback: false,
    public: true,
    exported: true,
  }),
}
