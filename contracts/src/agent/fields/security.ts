/** Who may embed the agent, what is kept of conversations, and its key: the tab Security of the settings. */
import { z } from 'zod'
import { readableSecret } from '../../message.ts'
import { allowedOrigin } from '../allowed-origins.ts'
import { field } from '../field.ts'
import { originForm } from '../origin-spelling.ts'

export const securityFields = {
  /**
   * Origins whose pages may embed the agent, such as `https://shop.example` or `https://*.shop.example`. Empty allows
   * any page. Otherwise a request without an Origin is refused too.
   */
  allowedOrigins: field(z.array(allowedOrigin).max(100), {
    label: 'Websites',
    name: 'Allowed websites',
    help: 'Like https://shop.example, or https://*.shop.example for all its subdomains. Press Enter after each.',
    place: 'security',
    words: 'domains origins embed cors',
    message: originForm,
    exported: true,
    own: true,
  }),
  recordChatHistory: field(z.boolean(), {
    label: 'Keep the history',
    help: 'Otherwise a conversation is in no list, and is erased an hour after its last message',
    place: 'security',
    words: 'record chat conversations privacy',
    default: true,
    fallback: true,
    public: true,
    exported: true,
  }),
  /** Number of days between the last message of a conversation and its erasure; 0 keeps it. */
  retentionDays: field(z.number().int().min(0).max(3650), {
    label: 'Erase after',
    name: 'Erase after days',
    help: 'Days after its last message that a conversation is erased',
    none: { label: 'Keep conversations', instead: 365 },
    place: 'security',
    words: 'retention delete privacy gdpr',
    fallback: 0,
    exported: true,
  }),
  /** Whether the browser keeps nothing of the chat across page loads. */
  chatForget: field(z.boolean(), {
    label: 'Forget visitors',
    help: 'Their browser keeps nothing of the chat from one page to the next',
    place: 'security',
    words: 'cookies storage privacy',
    fallback: false,
    public: true,
    exported: true,
  }),
  SECRET_API_KEY: field(
    readableSecret(z.string().regex(/^vg_[A-Za-z0-9]{20}$/, 'The key is vg_ and 20 letters or digits')),
    {
      label: 'SECRET_API_KEY',
      name: 'Secret API key',
      place: 'security',
      words: 'token bearer regenerate server',
      message: 'The key is vg_ and 20 letters or digits',
    },
  ),
}
