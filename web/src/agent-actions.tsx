import { DemoMenu } from './features/demo/demo-menu.tsx'
import { PublishControls } from './features/publish/publish-controls.tsx'
import { TourButton } from './features/tour/tour-button.tsx'
import type { AgentPlace } from './server/queries.ts'
import { useMay } from './shell/use-may.ts'

/** What is done with an agent in the top bar, in the order of part 2 §2.3. */
export function AgentActions({ place }: { place: AgentPlace }) {
  const may = useMay()
  return (
    <>
      <TourButton />
      {may('agent.test') && <DemoMenu place={place} />}
      {may('agent.publish') && <PublishControls place={place} />}
    </>
  )
}
