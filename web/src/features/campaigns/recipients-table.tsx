import { Table, Text } from '@mantine/core'
import type { CampaignRecipientView } from '@parley/contracts/campaign/endpoints.ts'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { recipientStateNames } from './words.ts'

type Reason = NonNullable<CampaignRecipientView['reason']>

/** What became of each recipient. `reasonOf` says why somebody was not reached. */
export function RecipientsTable(props: {
  recipients: readonly Pick<
    CampaignRecipientView,
    'recipientId' | 'address' | 'reason' | 'state' | 'changedAt'
  >[]
  reasonOf: (reason: Reason) => string
}) {
  return (
    <Table>
      <Table.Tbody>
        {props.recipients.map((one) => (
          <Table.Tr key={one.recipientId}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text fw={500}>
                <bdi>{one.address}</bdi>
              </Text>
              {one.reason && (
                <Text size="sm" c="dimmed">
                  {props.reasonOf(one.reason)}
                </Text>
              )}
            </Table.Td>
            <Table.Td w={130}>{t(recipientStateNames[one.state])}</Table.Td>
            <Table.Td w={130} visibleFrom="sm">
              <Text component="span" inherit c="dimmed">
                <Moment at={one.changedAt} />
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
