import { Page } from '../../design/page.tsx'

export function NodesPage() {
  return <Page title="Nodes">{null}</Page>
}
