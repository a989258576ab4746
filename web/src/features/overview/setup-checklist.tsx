import { ActionIcon, Card, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronRight, IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import styles from './setup-checklist.module.css'

type Step = {
  key: 'knowledge' | 'test' | 'brand' | 'install'
  title: string
  explanation: string
  link: Pick<LinkProps, 'to' | 'search'>
}

const steps: readonly Step[] = [
  {
    key: 'knowledge',
    title: 'Add your knowledge',
    explanation: 'Your website, documents or questions with answers, in place of the template’s examples.',
    link: { to: '/app/$region/agents/$agentId/kb' },
  },
  {
    key: 'test',
    title: 'Test it',
    explanation: 'Ask in the test panel what your visitors will ask.',
    link: { to: '/app/$region/agents/$agentId/overview', search: { showDebugger: true } },
  },
  {
    key: 'brand',
    title: 'Match your brand',
    explanation: 'Give the chat your colours, font and picture, and publish them.',
    link: { to: '/app/$region/agents/$agentId/settings', search: { tab: 'ui' } },
  },
  {
    key: 'install',
    title: 'Install it on your website',
    explanation: 'Done once a visitor’s browser loads the widget there.',
    link: { to: '/app/$region/agents/$agentId/overview', search: { panel: 'script' } },
  },
]

/** Which steps of setting an agent up are done. */
export const setupQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['agent-setup', region, agentId],
    meta: { touchedBy: ['agent', 'knowledge', 'conversation', 'loads'], within: 'agent' },
    queryFn: ({ signal }) => client.call('agents.setup', { params: { region, agentId } }, { signal }),
  })

/**
 * What is left to set the agent of the address up, each step with its screen. It goes when all is done, or when somebody
 * dismisses it, which this browser remembers for each agent.
 */
export function SetupChecklist() {
  const place = useAgentPlace()
  const [dismissed, setDismissed] = useLocalStorage({
    key: `parley_setup_dismissed_${place.agentId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { data } = useQuery({ ...setupQuery(place), enabled: !dismissed })
  if (dismissed || !data) return null
  const done = steps.filter(({ key }) => data[key]).length
  if (done === steps.length) return null
  return (
    <Card component="section" aria-label="Set up your agent" padding={0}>
      <Group justify="space-between" wrap="nowrap" className={styles.head}>
        <Group gap="xs">
          <Title order={2} size="h3">
            Set up your agent
          </Title>
          <Text c="dimmed">
            {done} of {steps.length} done
          </Text>
        </Group>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Dismiss the check-list"
          onClick={() => setDismissed(true)}
        >
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li
            key={step.key}
            className={`${wholeRow.row} ${styles.step}`}
            data-done={data[step.key] || undefined}
          >
            {data[step.key] ? (
              <IconCircleCheckFilled size={20} className={styles.check} aria-hidden />
            ) : (
              <IconCircle size={20} stroke={1.5} className={styles.circle} aria-hidden />
            )}
            <div className={styles.words}>
              <Link {...step.link} params={place} className={`${wholeRow.link} ${styles.link}`}>
                {step.title}
              </Link>
              {data[step.key] && <VisuallyHidden> (done)</VisuallyHidden>}
              <Text c="dimmed" size="sm">
                {step.explanation}
              </Text>
            </div>
            <IconChevronRight size={18} stroke={1.75} className={styles.circle} aria-hidden />
          </li>
        ))}
      </ol>
    </Card>
  )
}
