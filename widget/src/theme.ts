/** The agent's colours, which the server works out for the launcher and the chat for itself. */
export {
  channels,
  contrast,
  defaultPrimary,
  hexColour,
  type Theme,
  textOn,
  themeOf,
} from '@parley/contracts/agent/theme.ts'
