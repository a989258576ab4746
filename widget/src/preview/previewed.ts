/** Data shared between the dashboard, its preview of the widget, and the chat within. All have the same origin. */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'

export type Previewed = { agent: PublicAgent; messages: Block[][] }

/** The window of the preview, as accessed by the chat in its frame. */
export type Previewing = { previewed: Previewed }
