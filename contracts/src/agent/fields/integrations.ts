/** Connections of the agent to other services: the tab Integrations of the settings. */
import { z } from 'zod'
import { secret } from '../../message.ts'
import { field, group } from '../field.ts'

export const integrationFields = {
  /** For `vf` agents: the project at the third party that answers. */
  vfSettings: group(
    {
      /** The chat of any agent gets only the site, not the path of the page. */
      enableIgnoreUrlPaths: field(z.boolean(), {
        label: 'Tell the site only',
        help: 'Which page of it the visitor is on stays with the page',
        place: 'ui',
        words: 'url path privacy',
        fallback: false,
        public: true,
      }),
      /** Never leaves the server. When absent on saving, the present key is kept; an empty text removes it. */
      apiKey: field(secret(z.string().max(500)), {
        label: 'API key',
        name: 'Key of the dialog platform',
        help: 'Kept sealed; it is never shown again',
        place: 'integrations',
        words: 'dialog platform token',
      }),
      /** Whether there is a key. */
      hasApiKey: field(z.boolean(), { label: 'API key present', setByServer: true }),
      /** `production`, `development` or the id of a version; `production` by default. */
      versionID: field(z.string().max(100), {
        label: 'Version',
        name: 'Version at the dialog platform',
        help: 'production, development, or the id of a version',
        place: 'integrations',
        words: 'dialog platform environment',
      }),
    },
    { label: 'Dialog platform' },
  ),
}
