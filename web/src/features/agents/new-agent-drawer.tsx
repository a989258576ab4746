import {
  Alert,
  Button,
  Drawer,
  Group,
  ScrollArea,
  Stack,
  Tabs,
  Text,
  TextInput,
  useComputedColorScheme,
} from '@mantine/core'
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../design/notices.ts'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { agentQuery } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/places.ts'
import styles from './new-agent-drawer.module.css'
import { TemplateCards } from './template-cards.tsx'
import { TemplateImport } from './template-import.tsx'
import { templates, templateTabs } from './templates.ts'

const formId = 'new-agent'

/** The drawer of the specification (part 1 §2): a name, a template, Create. */
export function NewAgentDrawer() {
  const navigate = useNavigate()
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, newAgent: undefined }) })
  const [name, setName] = useState('')
  const [nameLeft, setNameLeft] = useState(false)
  const [selected, setSelected] = useState<TemplateKey>('blank-template')
  const [imported, setImported] = useState<AgentTemplate>()
  const create = useCreateAgent()
  const empty = name.trim() === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!empty && !create.isPending)
      create.mutate({ agentName: name.trim(), agentTemplate: imported ?? selected })
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
        <Stack gap="lg">
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
              Error: {messageOf(create.error)}
            </Alert>
          )}
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

/** Ids of elements are made from it, so it may hold no space. */
const slugOf = (label: string) => label.toLowerCase().replaceAll(' ', '-')

function useCreateAgent() {
  const { region } = useWorkspace()
  const theme = useComputedColorScheme('light') === 'dark' ? 'blue-dark' : 'blue-light'
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (given: { agentName: string; agentTemplate: TemplateKey | AgentTemplate }) =>
      client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body: { ...given, theme } }),
    onSuccess: async ({ agentCreated }) => {
      noticeSuccess('Agent created successfully, redirecting...', 2000)
      const place = { region, agentId: agentCreated.ID }
      void queryClient.invalidateQueries({ queryKey: ['agents', region] })
      const agent = await queryClient.fetchQuery(agentQuery(place))
      const toNodes = agent.enableNodes && agent.agentPlatform !== 'vf'
      await navigate({
        to: toNodes ? '/app/$region/agents/$agentId/nodes' : '/app/$region/agents/$agentId/overview',
        params: place,
        search: { showDebugger: true },
      })
    },
  })
}

function nameProblem(leftEmpty: boolean, error: Error | null): string | undefined {
  if (leftEmpty) return 'Please provide a name for the agent.'
  return error && isAboutName(error) ? error.message : undefined
}

const isAboutName = (error: Error) => error instanceof ApiError && error.field?.endsWith('agentName')
