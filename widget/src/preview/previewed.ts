/** What the dashboard, its preview of the widget, and the chat within that tell each other. All are of one origin. */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'

export type Previewed = { agent: PublicAgent; messages: Block[][] }

/** The window of the preview, as the chat in its frame finds it. */
export type Previewing = { previewed: Previewed }
