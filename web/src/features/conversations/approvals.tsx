import { Button, Group, Text, TextInput } from '@mantine/core'
import type { PendingApprovalView } from '@parley/contracts/conversation/reading-endpoints.ts'
import { useState } from 'react'
import { waitedFor } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { scrollable } from '../../design/scrollable.ts'
import { withParts } from '../../design/words/sentence.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import styles from './approvals.module.css'
import type { Detail, useAction } from './use-actions.ts'

type Action = ReturnType<typeof useAction>

/** The calls of functions that wait for the team's decision, above the composer. */
export function Approvals(props: { conversation: Detail; action: Action }) {
  const { approvals, owner } = props.conversation
  if (approvals.length === 0) return null
  return (
    <section className={styles.approvals} aria-label={t('Waiting for approval')} {...scrollable}>
      {approvals.map((approval) => (
        <Approval
          key={approval.approvalId}
          approval={approval}
          isAnswering={owner === 'agent'}
          action={props.action}
        />
      ))}
    </section>
  )
}

/** `isAnswering`: whether the agent answers, which alone can carry it out. */
function Approval(props: { approval: PendingApprovalView; isAnswering: boolean; action: Action }) {
  const { approval, action } = props
  const { approvalId, name, at } = approval
  const may = useMay()('conversation.answer')
  /** The reason, while somebody declines it. */
  const [comment, setComment] = useState<string>()
  const { variables } = action
  const isPending = action.isPending && variables?.do === 'decide' && variables.approvalId === approvalId
  const approve = () => action.mutate({ do: 'decide', approvalId, decision: 'approve' })
  const decline = () => {
    const reason = comment?.trim()
    action.mutate({ do: 'decide', approvalId, decision: 'decline', ...(reason ? { comment: reason } : {}) })
  }
  return (
    <div className={styles.approval}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fw={600}>{withParts('The agent wants to carry out {name}', { name: <bdi>{name}</bdi> })}</Text>
        <Text size="xs" c="dimmed" flex="none">
          {waitedFor(at)}
        </Text>
      </Group>
      <Values values={approval.values} />
      {!props.isAnswering && (
        <Text size="xs" c="dimmed">
          {t('Hand the conversation back to the agent to approve it.')}
        </Text>
      )}
      {may && comment !== undefined && (
        <TextInput
          size="xs"
          aria-label={t('Reason for the agent')}
          placeholder={t('Reason for the agent, optional')}
          maxLength={500}
          data-autofocus
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') decline()
            if (key === 'Escape') setComment(undefined)
          }}
        />
      )}
      {may && (
        <Group gap="xs">
          {comment === undefined ? (
            <>
              <Button size="xs" disabled={!props.isAnswering} loading={isPending} onClick={approve}>
                {t('Approve')}
              </Button>
              <Button size="xs" variant="default" disabled={isPending} onClick={() => setComment('')}>
                {t('Decline')}
              </Button>
            </>
          ) : (
            <>
              <Button size="xs" color="red" loading={isPending} onClick={decline}>
                {t('Decline')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setComment(undefined)}>
                {t('Cancel')}
              </Button>
            </>
          )}
        </Group>
      )}
    </div>
  )
}

function Values({ values }: Pick<PendingApprovalView, 'values'>) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <dl className={styles.values}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
