import { Group, Stack, Text } from '@mantine/core'
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import { t } from '../../design/language.ts'
import { exactTime } from '../../design/moment.tsx'
import { labelOf, requestNames } from './field-names.ts'

/** What the visitor asked for, each with the answers of then, the newest first. */
export function LeadRequests({ lead: { requests } }: { lead: LeadView }) {
  if (requests.length === 0) return null
  return (
    <Stack component="section" gap="xs" aria-label={t('Requests')}>
      <Text size="sm" fw={500}>
        {t('Requests')}
      </Text>
      {requests.map(({ conversationId, nth, status, fields, startedAt }) => (
        <Stack key={`${conversationId}.${nth}`} gap={2}>
          <Group gap="xs" justify="space-between">
            <Text size="sm" fw={500}>
              {t(requestNames[status])}
            </Text>
            <Text size="xs" c="dimmed">
              {exactTime(new Date(startedAt))}
            </Text>
          </Group>
          {Object.entries(fields).map(([name, value]) => (
            <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {labelOf(name)}: <bdi>{value}</bdi>
            </Text>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}
