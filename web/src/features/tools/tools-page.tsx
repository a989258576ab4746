import { Badge, Button, Card, Group, SimpleGrid, Text } from '@mantine/core'
import type { ToolSettings, ToolView } from '@parley/contracts/integration/tool.ts'
import { IconFileImport, IconPlus, IconTool } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useTools } from '../../server/tools.ts'
import { usedByWords } from '../../shell/used-by.tsx'
import { DeleteToolDialog } from './delete-tool-dialog.tsx'
import { ImportFunctions } from './import/import-functions.tsx'
import { ToolDrawer } from './tool-drawer.tsx'
import styles from './tools.module.css'

const route = getRouteApi('/app/$region/integrations')

/** The functions of the workspace: servers that agents may call. */
export function ToolsPage() {
  const { tool: opened, credential } = route.useSearch()
  const navigate = route.useNavigate()
  const tools = useTools()
  const [deleting, setDeleting] = useState<ToolView>()
  const open = (tool: string | undefined) => void navigate({ search: { tool } })
  /** A function that was read from a cURL command and is not saved yet. */
  const [read, setRead] = useState<ToolSettings>()
  const actions = (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => open('import')}>
        Import
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={() => open('new')}>
        Add function
      </Button>
    </Group>
  )
  const shown = tools.data?.find(({ id }) => id === opened)
  return (
    <Page
      title="Functions"
      purpose="Endpoints your agents can call to look up an order, book a table or open a ticket."
      actions={tools.data && tools.data.length > 0 ? actions : undefined}
    >
      {tools.isPending && <LoadingRows rows={3} height={96} />}
      {tools.isError && (
        <FailedList
          title="The functions could not be loaded"
          error={tools.error}
          onRetry={() => tools.refetch()}
        />
      )}
      {tools.data?.length === 0 && (
        <EmptyList
          icon={<IconTool size={24} />}
          title="No functions yet"
          explanation="Describe an endpoint of your server and what it needs, or import it from an OpenAPI document. The model calls it when it helps a visitor, or a Tool node does."
          action={actions}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {tools.data?.map((tool) => (
          <ToolCard key={tool.id} tool={tool} onOpen={() => open(tool.id)} />
        ))}
      </SimpleGrid>
      {opened === 'import' && tools.data && (
        <ImportFunctions
          key={credential}
          existing={tools.data}
          connected={credential}
          onEdit={(settings) => {
            setRead(settings)
            open('new')
          }}
          onClose={() => open(undefined)}
        />
      )}
      {(opened === 'new' || shown) && (
        <ToolDrawer
          key={opened}
          tool={shown}
          initial={read}
          onSaved={(id) => {
            setRead(undefined)
            open(id)
          }}
          onClose={() => {
            setRead(undefined)
            open(undefined)
          }}
          onDelete={setDeleting}
        />
      )}
      {deleting && (
        <DeleteToolDialog
          tool={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => open(undefined)}
        />
      )}
    </Page>
  )
}

function ToolCard(props: { tool: ToolView; onOpen: () => void }) {
  const { tool } = props
  return (
    <Card component="button" type="button" className={styles.card} onClick={props.onOpen}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <ToolPicture tool={tool} />
        <div className={styles.words}>
          <Group gap="xs" wrap="nowrap">
            <Text fw={700} truncate>
              {tool.name}
            </Text>
            {tool.signed && (
              <Badge variant="light" color="teal" flex="none">
                Signed
              </Badge>
            )}
            {tool.needsApproval && (
              <Badge variant="light" flex="none">
                Needs approval
              </Badge>
            )}
          </Group>
          <Text c="dimmed" lineClamp={2}>
            {tool.description}
          </Text>
          <Text size="xs" c="dimmed" mt={6} className={styles.address}>
            {tool.mcpTool === undefined ? tool.method : `MCP ${tool.mcpTool}`} {tool.serverUrl}
          </Text>
          <Text size="xs" c="dimmed">
            {usedByWords(tool.agents)} · Changed <Moment at={tool.updatedAt} />
          </Text>
        </div>
      </Group>
    </Card>
  )
}

function ToolPicture({ tool }: { tool: ToolView }) {
  const { imageUrl } = tool
  const [broken, setBroken] = useState(false)
  if (imageUrl?.startsWith('https://') && !broken)
    return <img src={imageUrl} alt="" className={styles.picture} onError={() => setBroken(true)} />
  return (
    <span className={styles.picture} aria-hidden>
      <IconTool size={20} stroke={1.75} />
    </span>
  )
}
