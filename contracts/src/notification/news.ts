/** What notifications about conversations say in English, by which they are translated for clients. Plain constants, also for pages. */

export const newsTitles = [
  'A visitor wrote to you',
  'New conversation',
  'New lead',
  'New request',
  'A visitor asks for a person',
  'Nobody took over in time',
  'A conversation was assigned to you',
  'An agent asks for approval',
] as const
export type NewsTitle = (typeof newsTitles)[number]

/** What is said of an agent. */
export const agentNews = [
  'In a conversation with {agent} that you have taken over.',
  'In a conversation with {agent}. Nobody was there when it was asked.',
  'In a conversation with {agent}.',
  'A visitor wrote to {agent}.',
  'A visitor of {agent} left their details.',
  'A visitor of {agent} completed a request.',
  '{agent} goes on by itself with a visitor who waited for a person.',
  'With a visitor of {agent}.',
] as const
export type AgentNews = (typeof agentNews)[number]

/** All of them in another language (`news-in/`), as mails and pages say them. */
export type NewsTexts = Readonly<Record<NewsTitle | AgentNews, string>>

/** The one that is said here, and of which agent; undefined for others. */
export function agentNewsIn(body: string): { news: AgentNews; agent: string } | undefined {
  for (const news of agentNews) {
    const [before = '', after = ''] = news.split('{agent}')
    if (body.length >= before.length + after.length && body.startsWith(before) && body.endsWith(after))
      return { news, agent: body.slice(before.length, body.length - after.length) }
  }
  return undefined
}
