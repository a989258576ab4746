import { Page } from '../../design/page.tsx'

export function KnowledgePage() {
  return <Page title="Knowledge">{null}</Page>
}
