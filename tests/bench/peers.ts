/**
 * Size and speed of comparable widgets: the bundles that each package publishes at npm, measured on 2026-11-21 with
 * gzip -9 and Chromium 156 on two cores, with an empty cache and against local stubs. `firstKB` is all code that is
 * loaded before a click; none of them loads more code for the chat itself. Milliseconds at full speed and slowed down
 * four times.
 */
export type Peer = {
  name: string
  firstKB: number
  requests: number
  visibleMs: { 1: number; 4: number }
  scriptMs: { 1: number; 4: number }
  taskMs: { 1: number; 4: number }
}

export const peers: Peer[] = [
  peer('@vapi-ai/client-sdk-react 0.1.1', 180, 1, [200, 484], [35, 166], [64, 355]),
  peer('@elevenlabs/convai-widget-embed 0.5.4', 187, 3, [401, 859], [53, 252], [149, 881]),
  peer('@typebot.io/js 0.10.7', 193, 1, [197, 512], [34, 180], [65, 338]),
  peer('@botpress/webchat 4.5.2', 244, 2, [207, 637], [59, 260], [92, 418]),
  peer('flowise-embed 3.1.6', 279, 1, [238, 615], [52, 237], [79, 413]),
  peer('@voiceflow/react-chat 1.65.2', 379, 2, [344, 1024], [127, 616], [162, 809]),
  peer('@n8n/chat 1.37.0', 596, 6, [411, 942], [108, 491], [149, 713]),
]

/** The best value of all peers for one figure. */
export const best = (figure: (peer: Peer) => number): number => Math.min(...peers.map(figure))

type Pair = [atFullSpeed: number, slowed: number]
function peer(
  name: string,
  firstKB: number,
  requests: number,
  visible: Pair,
  script: Pair,
  task: Pair,
): Peer {
  const at = ([full, slowed]: Pair) => ({ 1: full, 4: slowed })
  return { name, firstKB, requests, visibleMs: at(visible), scriptMs: at(script), taskMs: at(task) }
}
