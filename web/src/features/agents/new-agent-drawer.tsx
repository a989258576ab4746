import { Alert, Badge, Button, Checkbox, Group, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import { AGENTS_REACHED, limitMessage } from '@parley/contracts/billing/plan-limits.ts'
import { IconWand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { ButtonBaseLink } from '../../design/links.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { planLimitsQuery } from '../../server/plan-limits.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { isAboutName, nameProblem } from './name-problem.ts'
import styles from './new-agent-drawer.module.css'
import { type Platform, PlatformChoice, usePlatformChoice } from './platform-choice.tsx'
import { TemplateImport } from './template-import.tsx'
import { TemplateTabs } from './template-tabs.tsx'
import { maxBusinessName, templateOf } from './templates.ts'
import { creationFailure, useCreateAgent } from './use-create-agent.ts'

const formId = 'new-agent'

/**
 * The drawer of the specification (part 1 §2): name, template and Create; the platform where that choice is available.
 */
export function NewAgentDrawer() {
  const navigate = useNavigate()
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, newAgent: undefined }) })
  const [name, setName] = useState('')
  const [nameLeft, setNameLeft] = useState(false)
  const workspace = useWorkspace()
  const { workspaceName } = workspace
  const limits = useQuery(planLimitsQuery(workspace))
  const agents = limits.data?.agents
  const [business, setBusiness] = useState(isGeneratedName(workspaceName) ? '' : workspaceName)
  const { newAgent } = useSearch({ strict: false })
  const [selected, setSelected] = useState<TemplateKey>(templateOf(newAgent)?.key ?? 'blank-template')
  const [imported, setImported] = useState<AgentTemplate>()
  const choice = usePlatformChoice()
  const [platform, setPlatform] = useState<Platform>('vg')
  const [withoutNodes, setWithoutNodes] = useState(false)
  const create = useCreateAgent()
  const empty = name.trim() === ''
  const fromTemplate = platform === 'vg' && !withoutNodes
  const namesBusiness = fromTemplate && !imported && !templateOf(selected)?.withoutBusiness

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (empty || agents?.reached || create.isPending) return
    const agentName = name.trim()
    create.mutate(
      fromTemplate
        ? {
            agentName,
            agentTemplate: imported ?? selected,
            ...(namesBusiness ? { businessName: business.trim() } : {}),
          }
        : { agentName, agentPlatform: platform },
    )
  }

  return (
    <FramedDrawer
      onClose={close}
      title="New Agent"
      kind="Create a new AI agent"
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={empty || agents?.reached}
            loading={create.isPending || create.isSuccess}
          >
            Create
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Stack gap="lg">
          {/* Its line is there from the beginning, so that nothing moves. */}
          <AgentLimit {...(agents ?? { reached: false })} known={limits.isFetched} />
          {!agents?.reached && <WizardCard />}
          <TextInput
            label="Agent Name"
            required
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onBlur={() => setNameLeft(true)}
            error={nameProblem(nameLeft && empty, create.error)}
          />
          {namesBusiness && (
            <TextInput
              label="Business Name"
              description="Used in the greeting, the prompt and the sample knowledge."
              placeholder={workspaceName}
              maxLength={maxBusinessName}
              value={business}
              onChange={(event) => setBusiness(event.currentTarget.value)}
            />
          )}
          {create.error && !isAboutName(create.error) && (
            // The notice, which is announced, goes after two seconds.
            <Alert color="red" role="none">
              {creationFailure(create.variables, create.error)}
            </Alert>
          )}
          {choice && <PlatformChoice value={platform} onChange={setPlatform} />}
          {platform === 'vg' && (
            <Checkbox
              label="Without a node flow"
              description="Answers from its prompt and knowledge only. You can add a flow later."
              checked={withoutNodes}
              onChange={(event) => setWithoutNodes(event.currentTarget.checked)}
            />
          )}
          {fromTemplate && (
            <>
              <TemplateTabs
                selected={imported ? undefined : selected}
                onSelect={(key) => {
                  setSelected(key)
                  setImported(undefined)
                }}
              />
              <TemplateImport
                imported={imported}
                onImport={(template) => {
                  setImported(template)
                  if (template && empty) setName(template.name)
                }}
              />
            </>
          )}
          <Text size="xs" c="dimmed">
            To integrate third parties go to Settings, then Integrations.
          </Text>
        </Stack>
      </form>
    </FramedDrawer>
  )
}

/** How many agents of the plan are used (part 2 §5). */
function AgentLimit(props: {
  used?: number | undefined
  max?: number | undefined
  reached: boolean
  known: boolean
}) {
  const { used = 0, max } = props
  if (max === undefined) return props.known ? null : <Text size="sm">{'\u00a0'}</Text>
  if (props.reached) return <Alert color="orange">{limitMessage(AGENTS_REACHED, { max: count(max) })}</Alert>
  return (
    <Text size="sm" c="dimmed" role="status">
      {count(used)} of {count(max)} {max === 1 ? 'agent' : 'agents'} used
    </Text>
  )
}

/** The way to an agent for beginners. */
function WizardCard() {
  return (
    <ButtonBaseLink
      to="."
      search={(search) => ({ ...search, newAgent: 'website-wizard' })}
      className={styles.wizard}
    >
      <ThemeIcon variant="light" size={40} aria-hidden>
        <IconWand size={20} stroke={1.75} />
      </ThemeIcon>
      <div>
        <Group gap="xs">
          <Text fw={500}>Agent Wizard</Text>
          <Badge variant="light">Recommended for beginners</Badge>
        </Group>
        <Text size="xs" c="dimmed">
          Create an AI agent from your website
        </Text>
      </div>
    </ButtonBaseLink>
  )
}

/** Whether nobody chose this name of a workspace: those of new accounts are called so. */
const isGeneratedName = (workspaceName: string) => /^Personal \w{5}$/.test(workspaceName)
