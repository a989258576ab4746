import { Anchor, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Moment, messagesOf } from '../../design/dates/moment.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { accountOf, checkWords } from './channel-words.ts'
import styles from './channels.module.css'
import { DisconnectChannel } from './disconnect-channel.tsx'
import { Health, SetupBadge } from './health.tsx'
import { checkQuery, refreshChannels } from './queries.ts'
import { TryAgain } from './try-again.tsx'

/** The bots of the agent, and the form that adds one. */
export function TelegramDrawer(props: { bots: ChannelView[]; health: ChannelHealth[]; onClose: () => void }) {
  const manages = useMay()('channel.manage')
  const [adding, setAdding] = useState<string>()
  return (
    <FramedDrawer title="Telegram" kind="Channel" onClose={props.onClose}>
      {manages && <AddBot onAdding={setAdding} />}
      {(props.bots.length > 0 || adding !== undefined) && (
        <section aria-label="Connected bots">
          <Title order={3} size="h4" mb="sm">
            Connected bots
          </Title>
          <ul className={styles.list}>
            {props.bots.map((bot) => (
              <li key={bot.channelId} className={styles.row}>
                <div className={styles.words}>
                  <Anchor
                    href={`https://t.me/${bot.account.username}`}
                    target="_blank"
                    rel="noreferrer"
                    fw={600}
                    dir="ltr"
                  >
                    {accountOf(bot)}
                  </Anchor>
                  <Health
                    channel={bot}
                    health={props.health.find((each) => each.channelId === bot.channelId)}
                  />
                  {bot.setup.state === 'ready' && <AtTelegram bot={bot} />}
                  {manages && (
                    <Group gap="xs" mt="xs" ml={-14}>
                      <DisconnectChannel channel={bot} size="xs" named />
                      {bot.setup.state === 'failed' && <TryAgain channel={bot} />}
                    </Group>
                  )}
                </div>
                <SetupBadge channel={bot} />
              </li>
            ))}
            {adding !== undefined && (
              <li className={styles.row}>
                <Text className={styles.words} fw={600}>
                  {adding}
                </Text>
                <Text size="sm" c="dimmed" role="status">
                  Connecting
                </Text>
              </li>
            )}
          </ul>
        </section>
      )}
    </FramedDrawer>
  )
}

/** `onAdding`: the id of the bot that is being added, until it is one of the connected ones. */
function AddBot(props: { onAdding: (botId: string | undefined) => void }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [token, setToken] = useState('')
  const add = useMutation({
    mutationFn: () =>
      client.call('channels.connect', {
        params: place,
        body: { kind: 'telegram', credentials: { token: token.trim() } },
      }),
    onMutate: () => props.onAdding(/^\d+(?=:)/.exec(token.trim())?.[0]),
    onSuccess: async () => {
      setToken('')
      await refreshChannels(queryClient, place)
      noticeSuccess('The Telegram bot was added')
    },
    onSettled: () => props.onAdding(undefined),
  })
  const problems = problemsIn(add.error)
  const problem = problems.get('credentials.token') ?? problems.get('token')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {add.error && problem === undefined && (
          <ProblemAlert>Error occurred: {messageOf(add.error)}</ProblemAlert>
        )}
        <ol className={styles.steps}>
          <li>Open @BotFather in Telegram and send /newbot.</li>
          <li>Choose a name and a username for your bot.</li>
          <li>Copy the token that BotFather sends you, and paste it here.</li>
        </ol>
        <PasswordInput
          label="Bot token"
          description="It is sealed, and never shown again."
          required
          autoComplete="new-password"
          data-1p-ignore
          data-lpignore="true"
          spellCheck={false}
          maxLength={200}
          placeholder="123456789:AAE…"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token', tabIndex: 0 }}
          value={token}
          error={problem}
          onChange={(event) => {
            setToken(event.currentTarget.value)
            // What was refused is not what is there now.
            add.reset()
          }}
        />
        <Group>
          <Button type="submit" loading={add.isPending}>
            Add Telegram Bot
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** How the bot's webhook stands at Telegram. */
function AtTelegram({ bot }: { bot: ChannelView }) {
  const { data, isPending } = useQuery(checkQuery(useAgentPlace(), bot.channelId))
  const failure = data?.lastFailure
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {isPending
        ? 'Asking Telegram …'
        : data
          ? checkWords.telegram[data.state]
          : checkWords.telegram.unreachable}
      {(data?.pending ?? 0) > 0 && ` ${messagesOf(data?.pending ?? 0)} waiting there.`}
      {failure && (
        <>
          {' '}
          Last failure there <Moment at={failure.at} />: {failure.description}
        </>
      )}
    </Text>
  )
}
