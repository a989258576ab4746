import { Button, Card, Center, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRobot, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { agentsQuery } from '../../server/queries.ts'
import { shareAddress } from '../../shell/demo-address.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import card from './agent-card.module.css'
import styles from './agents-page.module.css'

/** The agents of the workspace without navigation (part 2 §2.9); each leads to its share page. */
export function SharedAgentsPage() {
  const { workspaceId, region } = useWorkspace()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const agents = useInfiniteQuery({
    ...agentsQuery(region, workspaceId, q),
    placeholderData: (former) => former,
  })
  const items = agents.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <main>
      <Page
        title="Agents"
        purpose="Open an agent to talk to it. The address of its page can be sent to anybody."
        actions={
          <TextInput
            type="search"
            placeholder="Search agents"
            aria-label="Search agents"
            leftSection={<IconSearch size={16} />}
            className={styles.search}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        }
        wide
      >
        {agents.isPending && <LoadingRows rows={3} height={72} />}
        {agents.isError && (
          <FailedList
            title="Your agents could not be loaded"
            error={agents.error}
            onRetry={() => agents.refetch()}
          />
        )}
        {agents.isSuccess && items.length === 0 && (
          <EmptyList
            icon={<IconRobot size={24} />}
            title={q === '' ? 'There are no agents yet' : `No agent matches “${q}”`}
            explanation={
              q === '' ? 'Agents of the workspace appear here.' : 'Names and descriptions are searched.'
            }
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
          {items.map(({ ID, title, description, roundedImageURL }) => (
            <Card key={ID} className={wholeRow.row} padding="md">
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <NameAvatar src={roundedImageURL || null} name={title} size={40} />
                <div className={card.words}>
                  <a
                    href={shareAddress({ region, agentId: ID })}
                    className={`${wholeRow.link} ${card.link}`}
                    title={title}
                    dir="auto"
                  >
                    {title}
                  </a>
                  <Text c="dimmed" lineClamp={2} title={description}>
                    {description}
                  </Text>
                </div>
              </Group>
            </Card>
          ))}
        </SimpleGrid>
        {agents.hasNextPage && (
          <Center mt="lg">
            <Button
              variant="default"
              onClick={() => agents.fetchNextPage()}
              loading={agents.isFetchingNextPage}
            >
              Show more
            </Button>
          </Center>
        )}
      </Page>
    </main>
  )
}
