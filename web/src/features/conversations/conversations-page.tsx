import { Page } from '../../design/page.tsx'

export function ConversationsPage() {
  return <Page title="Conversations">{null}</Page>
}
