import { Accordion, Stack, Text, Title } from '@mantine/core'
import type { WebhookEventView } from '@parley/contracts/integration/webhook.ts'
import { useQuery } from '@tanstack/react-query'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { CodeBlock } from './code-block.tsx'
import styles from './events.module.css'
import { catalogueQuery } from './queries.ts'

/** The events that webhooks can subscribe to, each with an example and the schema of its payload. */
export function Catalogue() {
  const catalogue = useQuery(catalogueQuery(useWorkspace()))
  if (catalogue.isPending) return <LoadingRows rows={8} height={56} />
  if (catalogue.isError)
    return (
      <FailedList
        title="The events could not be loaded"
        error={catalogue.error}
        onRetry={() => catalogue.refetch()}
      />
    )
  return (
    <Stack gap="lg">
      {[...groupsOf(catalogue.data)].map(([group, events]) => (
        <section key={group} aria-label={group}>
          <Title order={2} size="h4" mb="xs">
            {group}
          </Title>
          <Accordion variant="contained" keepMounted={false} order={3}>
            {events.map(({ type, summary, example, schema, version }) => (
              <Accordion.Item key={type} value={type}>
                <Accordion.Control>
                  <Text component="span" fw={500} className={styles.address}>
                    {type}
                  </Text>
                  <Text component="span" display="block" size="sm" c="dimmed">
                    {summary}
                  </Text>
                </Accordion.Control>
                <Accordion.Panel>
                  <Stack gap="sm">
                    <CodeBlock label="Example" text={JSON.stringify(example, null, 2)} />
                    <CodeBlock
                      label={`Schema of payload, version ${version}`}
                      text={JSON.stringify(schema, null, 2)}
                    />
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </section>
      ))}
    </Stack>
  )
}

/** In the order in which groups first appear. */
export function groupsOf(events: readonly WebhookEventView[]): Map<string, WebhookEventView[]> {
  return Map.groupBy(events, ({ group }) => group)
}
