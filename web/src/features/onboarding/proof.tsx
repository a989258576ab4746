import { Alert, Anchor, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { IconCircleCheckFilled, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Markdown } from '../../design/messages/markdown.tsx'
import { client, messageOf } from '../../server/client.ts'
import styles from './onboarding.module.css'

const QUESTIONS = 3

function readSoFar({ pagesRead, reading }: { pagesRead: number; reading: boolean }): string {
  const pages = `${pagesRead === 1 ? '1 page' : `${pagesRead} pages`} of your website read`
  if (reading) return `${pages} so far; the others are being read.`
  return pagesRead > 0
    ? `${pages}.`
    : 'No page of your website could be read, so your agent knows what you wrote of your company alone. Add more to its knowledge.'
}

/** The agent answers questions about its website, with the pages that it has the answers from. */
export function Proof(props: { region: Region; agentId: string; questions: readonly string[] }) {
  const { region, agentId } = props
  const questions = props.questions.slice(0, QUESTIONS)
  const { data, error } = useQuery({
    queryKey: ['onboarding-proof', region, agentId],
    queryFn: () => client.call('onboarding.askAgent', { params: { region, agentId }, body: { questions } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (questions.length === 0) return null
  return (
    <Card component="section" aria-label="Your agent answers">
      <Title order={2} size="h3">
        Your agent answers
      </Title>
      {error ? (
        <Alert color="yellow" mt="sm">
          {messageOf(error)}
        </Alert>
      ) : !data ? (
        <Group gap="sm" mt="sm" role="status">
          <Loader size="xs" aria-hidden />
          <Text c="dimmed">
            Reading your website and asking{' '}
            {questions.length === 1 ? 'a question' : `${questions.length} questions`} about it...
          </Text>
        </Group>
      ) : (
        <>
          <Text c="dimmed" size="sm" mt={2} role="status">
            {readSoFar(data)}
          </Text>
          <Stack component="ul" gap="md" mt="md" className={styles.answers}>
            {data.items.map(({ question, answer, answered, sources }) => (
              <li key={question}>
                <Group gap={8} wrap="nowrap" align="flex-start">
                  {answered ? (
                    <IconCircleCheckFilled
                      size={18}
                      className={styles.yes}
                      aria-label="Answered"
                      role="img"
                    />
                  ) : (
                    <IconHelpCircle size={18} className={styles.no} aria-label="Not answered" role="img" />
                  )}
                  <div className={styles.answer}>
                    <Text fw={500}>{question}</Text>
                    {answered && answer ? (
                      <Markdown text={answer} />
                    ) : (
                      <Text c="dimmed" size="sm">
                        Your agent doesn’t know this yet. You can add it to its knowledge.
                      </Text>
                    )}
                    {sources.map(({ name, url }) =>
                      url ? (
                        <Anchor
                          key={url}
                          href={url}
                          target="_blank"
                          rel="noreferrer"
                          size="sm"
                          display="block"
                        >
                          {name}
                        </Anchor>
                      ) : null,
                    )}
                  </div>
                </Group>
              </li>
            ))}
          </Stack>
        </>
      )}
    </Card>
  )
}
