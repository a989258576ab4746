import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../design/language.ts'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { cut } from '../../design/words/cut.ts'
import { client, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import type { Alike } from './alike.ts'
import { analyticsKey } from './queries.ts'

const longestQuestion = 2000
const longestAnswer = 20_000
const longestName = 300

/** Adds a question that the agent could not answer to the knowledge, with an answer from the user. */
export function AnswerDialog(props: { place: AgentPlace; questions: Alike; onClose: () => void }) {
  const { place } = props
  const [question, setQuestion] = useState(props.questions[0].text.slice(0, longestQuestion))
  const [answer, setAnswer] = useState('')
  const [checked, setChecked] = useState(false)
  const queryClient = useQueryClient()
  const add = useMutation({
    async mutationFn() {
      const pair = { question: question.trim(), answer: answer.trim() }
      const { sourceId } = await client.call('knowledge.addPairs', {
        params: place,
        body: { name: cut(pair.question, longestName), pairs: [pair] },
      })
      for (const { conversationId, messageId } of props.questions)
        await client.call('analytics.handleQuestion', {
          params: { ...place, conversationId, messageId },
          body: { handled: true, sourceId },
        })
    },
    onSuccess() {
      noticeSuccess(t('Answer added to the knowledge base'))
      void queryClient.invalidateQueries({ queryKey: analyticsKey(place) })
      void queryClient.invalidateQueries({ queryKey: ['knowledge', place.region, place.agentId] })
      props.onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (question.trim() !== '' && answer.trim() !== '') add.mutate()
  }
  return (
    <Modal opened onClose={props.onClose} title={t('Answer this question')} size={560}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text c="dimmed">
            {t('Your answer is added to the knowledge base. Phrase the question the way visitors would.')}
          </Text>
          <Textarea
            label={t('Question')}
            autosize
            minRows={1}
            maxRows={6}
            maxLength={longestQuestion}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            error={checked && question.trim() === '' && t('Please enter a question.')}
          />
          <Textarea
            label={t('Answer')}
            data-autofocus
            autosize
            minRows={3}
            maxRows={12}
            maxLength={longestAnswer}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
            error={checked && answer.trim() === '' && t('Please enter an answer.')}
          />
          {add.isError && (
            <Alert color="red" role="alert">
              {t('Error: {reason}', { reason: messageOf(add.error) })}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {t('Add to knowledge')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
