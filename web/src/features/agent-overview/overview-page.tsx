import { Page } from '../../design/page.tsx'

export function OverviewPage() {
  return <Page title="Overview">{null}</Page>
}
