import { IconBinaryTree2, IconSparkles } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import { ButtonLink } from '../../design/links.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'

const views = {
  canvas: { to: '/app/$region/agents/$agentId/prompt', icon: IconBinaryTree2 },
  prompt: { to: '/app/$region/agents/$agentId/nodes', icon: IconSparkles },
} as const

/** Leads from one view of an agent's flow to the other (part 2 §2.9). */
export function ViewSwitch(props: { to: keyof typeof views; className?: string | undefined }) {
  const params = useAgentPlace()
  const { showDebugger } = useSearch({ strict: false })
  const view = views[props.to]
  return (
    <ButtonLink
      variant="default"
      to={view.to}
      params={params}
      search={{ showDebugger }}
      className={props.className ?? ''}
      leftSection={<view.icon size={16} />}
    >
      {props.to === 'canvas' ? t('Switch to Canvas') : t('Switch to Prompt View')}
    </ButtonLink>
  )
}
