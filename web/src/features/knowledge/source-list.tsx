import { ActionIcon, Badge, Group, Menu, Paper, Text, ThemeIcon } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { IconDots, IconEye, IconTrash } from '@tabler/icons-react'
import { AnchorLink } from '../../design/links.tsx'
import { count, Moment } from '../../design/moment.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import styles from './knowledge.module.css'
import { adviceOn, KindIcon, kindWords, StatusBadge } from './source-words.tsx'

/** The sources, newest first: rows of a table, cards on phones. */
export function SourceList(props: {
  sources: readonly KnowledgeSourceView[]
  onOpen: (source: KnowledgeSourceView) => void
  onDelete: (source: KnowledgeSourceView) => void
}) {
  return (
    <Paper component="ul" className={styles.sources} aria-label="Knowledge sources">
      {props.sources.map((source) => (
        <SourceRow
          key={source.sourceId}
          source={source}
          onOpen={() => props.onOpen(source)}
          onDelete={() => props.onDelete(source)}
        />
      ))}
    </Paper>
  )
}

function SourceRow(props: { source: KnowledgeSourceView; onOpen: () => void; onDelete: () => void }) {
  const { source } = props
  return (
    <li className={styles.source}>
      <ThemeIcon variant="light" color="gray" size={38} className={styles.sourceIcon}>
        <KindIcon kind={source.kind} />
      </ThemeIcon>
      <div className={styles.sourceName}>
        <OpenLink source={source} />
        <Text size="xs" c="dimmed">
          {kindWords[source.kind]}
          {source.status === 'SUCCESS' && (
            <>
              {' · '}
              {passages(source.chunkCount)}
              {' · '}
              {count(source.charCount)} characters
            </>
          )}
        </Text>
        {source.status === 'ERROR' && (
          <Text size="xs" c="var(--mantine-color-error)">
            {source.error} {adviceOn(source)}
          </Text>
        )}
        {source.tags.length > 0 && (
          <Group gap={4} mt={4}>
            {source.tags.map((tag) => (
              <Badge key={tag} size="sm" variant="default">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </div>
      <div className={styles.sourceState}>
        <StatusBadge status={source.status} />
        <Text size="xs" c="dimmed" className={styles.sourceTime}>
          <Moment at={source.updatedAt} />
        </Text>
      </div>
      <Menu>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.sourceMenu}
            aria-label={`Actions for ${source.name}`}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye size={16} />} onClick={props.onOpen}>
            {source.kind === 'document' ? 'View' : 'View and edit'}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function OpenLink(props: { source: KnowledgeSourceView }) {
  const place = useAgentPlace()
  return (
    <AnchorLink
      to="/app/$region/agents/$agentId/kb"
      params={place}
      search={(search) => ({ ...search, source: props.source.sourceId })}
      className={styles.sourceLink}
      c="var(--mantine-color-text)"
      fw={500}
      underline="never"
    >
      {props.source.name}
    </AnchorLink>
  )
}

export const passages = (many: number): string => (many === 1 ? '1 passage' : `${count(many)} passages`)
