import { ActionIcon, Badge, Group, Menu, Paper, Text, ThemeIcon } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { IconDots, IconEye, IconEyeOff, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { withParts } from '../../design/words/sentence.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { characters, pagesOf, passages, unreadPages } from './counts.ts'
import { CrawlProgressBar } from './crawl-progress.tsx'
import styles from './knowledge.module.css'
import { kindWords, rateWords } from './knowledge-words.ts'
import { reasonText } from './reason-text.ts'
import { adviceOn, isWebsite, KindIcon, StatusBadge } from './source-words.tsx'
import { useSourceActions } from './use-source-actions.ts'

/** The sources, newest first: a table, or cards on phones. */
export function SourceList(props: {
  sources: readonly KnowledgeSourceView[]
  onOpen: (source: KnowledgeSourceView) => void
  onDelete: (source: KnowledgeSourceView) => void
}) {
  return (
    <Paper component="ul" className={styles.sources} aria-label={t('Knowledge sources')}>
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
  const { refresh, cancel, change } = useSourceActions(useAgentPlace(), source)
  return (
    <li className={`${wholeRow.row} ${styles.source}`} data-off={source.disabled || undefined}>
      <ThemeIcon variant="light" color="gray" size={38} className={styles.sourceIcon}>
        <KindIcon kind={source.kind} />
      </ThemeIcon>
      <div className={styles.sourceName}>
        <OpenLink source={source} />
        <Text size="xs" c="dimmed">
          {t(kindWords[source.kind])}
          {source.status === 'SUCCESS' && (
            <>
              {source.pageCount !== undefined && source.kind !== 'url' && ` · ${pagesOf(source.pageCount)}`}
              {' · '}
              {passages(source.chunkCount)}
              {' · '}
              {characters(source.charCount)}
            </>
          )}
        </Text>
        {source.progress && <CrawlProgressBar progress={source.progress} name={source.name} />}
        {isWebsite(source) && !source.progress && source.lastRefreshTS !== undefined && (
          <Text size="xs" c="dimmed" className={styles.sourceTime}>
            {withParts('Last refreshed {when}, {rate}', {
              when: <Moment at={source.lastRefreshTS * 1000} />,
              rate: t(rateWords[source.refreshRate ?? 'never']),
            })}
          </Text>
        )}
        {source.status === 'ERROR' && (
          <Text size="xs" c="var(--mantine-color-error)">
            {source.error && reasonText(source.error)} {adviceOn(source)}
          </Text>
        )}
        {source.status === 'SUCCESS' && source.error && (
          <Text size="xs" c="var(--mantine-color-error)">
            {reasonText(source.error)}
          </Text>
        )}
        {source.status === 'SUCCESS' && (source.failedPages ?? 0) > 0 && (
          <Text size="xs" c="var(--mantine-color-error)">
            {unreadPages(source.failedPages ?? 0)}
          </Text>
        )}
        {source.limited && !source.progress && (
          <Text size="xs" c="dimmed">
            {t('Page limit reached')}
          </Text>
        )}
        {source.sample && (
          <Text size="xs" c="var(--mantine-color-orange-text)">
            {t('Sample text')}
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
        {source.disabled ? (
          <Badge variant="light" color="gray">
            {t('Off')}
          </Badge>
        ) : (
          <StatusBadge status={source.status} />
        )}
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
            aria-label={t('Actions for {name}', { name: source.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye size={16} />} onClick={props.onOpen}>
            {source.kind === 'document' ? t('View') : t('View and edit')}
          </Menu.Item>
          {isWebsite(source) && !source.progress && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => refresh.mutate({})}>
              {t('Refresh now')}
            </Menu.Item>
          )}
          {source.progress && (
            <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => cancel.mutate()}>
              {t('Stop reading')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={source.disabled ? <IconEye size={16} /> : <IconEyeOff size={16} />}
            onClick={() => change.mutate({ disabled: !source.disabled })}
          >
            {source.disabled ? t('Turn on') : t('Turn off')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function OpenLink(props: { source: KnowledgeSourceView }) {
  return (
    <AnchorLink
      from="/app/$region/agents/$agentId/kb"
      to="."
      search={(search) => ({ ...search, source: props.source.sourceId, page: undefined })}
      className={`${wholeRow.link} ${styles.sourceLink}`}
      c="var(--mantine-color-text)"
      fw={500}
      underline="never"
    >
      {props.source.name}
    </AnchorLink>
  )
}
