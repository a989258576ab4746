/** Data shared between the dashboard, its preview of the widget, and the chat within. All have the same origin. */
import type { ShownAgent } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'

export type Previewed = { agent: ShownAgent; messages: Block[][] }

/** What the dashboard tells its preview: whether a click picks a part of the chat. */
export type PickRequest = { pick: boolean }
/** What the preview tells the dashboard: the part that was picked, or undefined if nothing is to be picked any more. */
export type PickedPart = { picked: string | undefined }

/** What the chat of the preview can do without being loaded again. */
export type PreviewedChat = {
  restyle(css: string): void
  /** `onPicked`: called with the part that is clicked, or undefined on Esc; undefined ends it. */
  pick(onPicked: ((part: string | undefined) => void) | undefined): void
}

/** The window of the preview, as accessed by the chat in its frame. */
export type Previewing = {
  previewed: Previewed
  chat?: PreviewedChat
  /** Called by the chat when it is there. */
  chatReady?: () => void
}
