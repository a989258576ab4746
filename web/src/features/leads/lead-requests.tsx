import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import { exactTime } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { labelOf, requestNames, valueInWords } from './field-names.ts'
import styles from './leads.module.css'

/** What the visitor asked for, each with the answers of then, the newest first. */
export function LeadRequests({ lead: { requests } }: { lead: LeadView }) {
  if (requests.length === 0) return null
  return (
    <Stack component="section" gap="xs" aria-label={t('Requests')}>
      <Text size="sm" fw={600}>
        {t('Requests')}
      </Text>
      {requests.map(({ conversationId, nth, status, fields, startedAt }) => (
        <Paper key={`${conversationId}.${nth}`} p="sm" radius="md" withBorder>
          <Group gap="xs" justify="space-between" mb="xs">
            {status === 'started' ? (
              <Badge variant="default">{t(requestNames[status])}</Badge>
            ) : (
              <Badge variant="light" color="teal">
                {t(requestNames[status])}
              </Badge>
            )}
            <Text size="xs" c="dimmed">
              {exactTime(new Date(startedAt))}
            </Text>
          </Group>
          <dl className={styles.answers}>
            {Object.entries(fields).map(([name, value]) => (
              <div key={name}>
                <dt>{labelOf(name)}</dt>
                <dd>
                  <bdi>{valueInWords(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </Paper>
      ))}
    </Stack>
  )
}
