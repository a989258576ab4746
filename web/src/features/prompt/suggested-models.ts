/** Suggestions. Any model of a known provider or of the server's own endpoint can be entered. */
export const suggestedModels = [
  { group: 'OpenAI', items: ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini'] },
  { group: 'Anthropic', items: ['claude-sonnet-4-5', 'claude-haiku-4-5'] },
  { group: 'Google', items: ['gemini-2.5-pro', 'gemini-2.5-flash'] },
]
