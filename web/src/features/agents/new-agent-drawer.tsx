import {
  Alert,
  Button,
  Checkbox,
  Drawer,
  Group,
  ScrollArea,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core'
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, messageOf } from '../../server/client.ts'
import styles from './new-agent-drawer.module.css'
import { type Platform, PlatformChoice, usePlatformChoice } from './platform-choice.tsx'
import { TemplateCards } from './template-cards.tsx'
import { TemplateImport } from './template-import.tsx'
import { templates, templateTabs } from './templates.ts'
import { useCreateAgent } from './use-create-agent.ts'

const formId = 'new-agent'

/**
 * The drawer of the specification (part 1 §2): name, template and Create; the platform where that choice is available.
 */
export function NewAgentDrawer() {
  const navigate = useNavigate()
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, newAgent: undefined }) })
  const [name, setName] = useState('')
  const [nameLeft, setNameLeft] = useState(false)
  const [selected, setSelected] = useState<TemplateKey>('blank-template')
  const [imported, setImported] = useState<AgentTemplate>()
  const choice = usePlatformChoice()
  const [platform, setPlatform] = useState<Platform>('vg')
  const [withoutNodes, setWithoutNodes] = useState(false)
  const create = useCreateAgent()
  const empty = name.trim() === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (empty || create.isPending) return
    const agentName = name.trim()
    create.mutate(
      platform === 'vf' || withoutNodes
        ? { agentName, agentPlatform: platform }
        : { agentName, agentTemplate: imported ?? selected },
    )
  }

  return (
    <Drawer
      opened
      onClose={close}
      size={560}
      title={<DrawerTitle />}
      classNames={{ header: styles.header, body: styles.body }}
    >
      <form id={formId} onSubmit={submit}>
        <Stack gap="lg" pb="lg">
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
          {create.error && !isAboutName(create.error) && (
            <Alert color="red" role="alert">
              {platform === 'vf' || withoutNodes ? 'Error creating agent' : 'Error'}:{' '}
              {messageOf(create.error)}
            </Alert>
          )}
          {choice && <PlatformChoice value={platform} onChange={setPlatform} />}
          {platform === 'vg' && (
            <Checkbox
              label="Without a node flow"
              description="Answers from a prompt and its knowledge alone. You can add a flow later."
              checked={withoutNodes}
              onChange={(event) => setWithoutNodes(event.currentTarget.checked)}
            />
          )}
          {platform === 'vg' && !withoutNodes && (
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
      <Group className={styles.footer} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" form={formId} disabled={empty} loading={create.isPending || create.isSuccess}>
          Create
        </Button>
      </Group>
    </Drawer>
  )
}

function DrawerTitle() {
  return (
    <>
      New Agent
      <Text c="dimmed" fw={400} lh="20px">
        Create a new AI agent
      </Text>
    </>
  )
}

function TemplateTabs(props: { selected: TemplateKey | undefined; onSelect: (key: TemplateKey) => void }) {
  return (
    <Tabs defaultValue={slugOf(templateTabs[0]?.label ?? '')} keepMounted={false}>
      <ScrollArea type="never" mb="md">
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          {templateTabs.map((tab) => (
            <Tabs.Tab key={tab.label} value={slugOf(tab.label)}>
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
      {templateTabs.map((tab) => (
        <Tabs.Panel key={tab.label} value={slugOf(tab.label)}>
          <TemplateCards
            label={tab.label}
            templates={templates.filter((template) => tab.keys.includes(template.key))}
            selected={props.selected}
            onSelect={props.onSelect}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Used in ids of elements, which must not contain spaces. */
const slugOf = (label: string) => label.toLowerCase().replaceAll(' ', '-')

function nameProblem(leftEmpty: boolean, error: Error | null): string | undefined {
  if (leftEmpty) return 'Please provide a name for the agent.'
  return error && isAboutName(error) ? error.message : undefined
}

const isAboutName = (error: Error) => error instanceof ApiError && error.field?.endsWith('agentName')
