/** The agent's colours. The server computes them for the launcher, the chat computes them itself. */
export {
  channels,
  contrast,
  defaultPrimary,
  hexColour,
  type Theme,
  textOn,
  themeOf,
} from '@parley/contracts/agent/theme.ts'
