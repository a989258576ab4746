import { Page } from '../../design/page.tsx'

export function AgentsPage() {
  return <Page title="Agents">{null}</Page>
}
