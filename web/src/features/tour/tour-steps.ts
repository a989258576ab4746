import type { TourName } from './tour-flags.ts'

export type TourStep = {
  element: string
  title: string
  description: string
  side: 'bottom' | 'right' | 'left'
}

const page = (path: string) => `[data-tour=navigation] a[href*='/${path}']`

/** What the guided tour points at, in order. A step whose element is not on the page is left out. */
export const tourSteps: Record<TourName, readonly TourStep[]> = {
  navigation: [
    {
      element: '[data-tour=navigation]',
      title: 'Your agent',
      description: 'Everything that makes up this agent, from what it says to what people asked it.',
      side: 'right',
    },
    {
      element: page('nodes'),
      title: 'Prompt',
      description: 'Write who your agent is, and the path that conversations take.',
      side: 'right',
    },
    {
      element: page('kb'),
      title: 'Knowledge Base',
      description: 'Add your website, documents and questions with answers: the agent replies from them.',
      side: 'right',
    },
    {
      element: page('convos'),
      title: 'Conversations',
      description: 'Read what visitors ask, and take over when they need a person.',
      side: 'right',
    },
    {
      element: '[data-tour=search]',
      title: 'Search',
      description: 'Say in your own words what you want to change. A sure match opens at once.',
      side: 'right',
    },
  ],
  agent: [
    {
      element: '[data-tour=test]',
      title: 'Test',
      description: 'Talk to your agent beside what you edit. Unpublished changes count.',
      side: 'right',
    },
    {
      element: '[data-tour=demo]',
      title: 'Demo',
      description: 'See it on a page of its own, or in front of a website that you name.',
      side: 'bottom',
    },
    {
      element: '[data-tour=publish]',
      title: 'Publish',
      description: 'Visitors meet what you publish. The website script and all versions are in this menu.',
      side: 'bottom',
    },
  ],
}
