import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NameAvatar } from '../../../design/name-avatar.tsx'
import { FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { useMay } from '../../../shell/access/use-may.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { useAgentDraft } from '../../../store/use-agent-draft.ts'
import { accountOf, checkWords } from '../channel-words.ts'
import styles from '../channels.module.css'
import { DisconnectChannel } from '../disconnect-channel.tsx'
import { Health, SetupBadge } from '../health.tsx'
import { ContinueWithMeta, useMetaFound } from '../meta/continue-with-meta.tsx'
import { DocsHint } from '../meta/docs-hint.tsx'
import { FoundNumbers } from '../meta/found-numbers.tsx'
import { checkQuery, metaAppQuery } from '../queries.ts'
import { TryAgain } from '../try-again.tsx'
import { ConnectNumber } from './connect-number.tsx'
import { NumberName } from './number-name.tsx'
import { Templates } from './templates.tsx'
import { TestMessage } from './test-message.tsx'

/** How a number is connected, as part 1 §2 calls it. */
const methods = [
  { value: 'new', label: 'New Method' },
  { value: 'legacy', label: 'Legacy Method (Deprecated)' },
]

/** The numbers of the agent, and the form that connects one. */
export function WhatsAppDrawer(props: {
  numbers: ChannelView[]
  health: ChannelHealth[]
  onClose: () => void
}) {
  const { numbers } = props
  const manages = useMay()('channel.manage')
  const { agent } = useAgentDraft(useAgentPlace())
  const name = agent.title ?? ''
  const app = useQuery(metaAppQuery(useAgentPlace()))
  const [chosen, setChosen] = useState<'new' | 'legacy'>()
  const method = chosen ?? (app.data?.isOffered === true ? 'new' : 'legacy')
  const ready = numbers.filter(({ setup }) => setup.state === 'ready')
  const [tested, setTested] = useState<string>()
  return (
    <FramedDrawer
      title="WhatsApp"
      kind={
        <Group component="span" gap={6} wrap="nowrap">
          <NameAvatar name={name} src={agent.roundedImageURL || undefined} size={20} />
          <bdi>{name}</bdi>
        </Group>
      }
      onClose={props.onClose}
    >
      {manages && (
        <>
          <SegmentedControl
            size="xs"
            data={methods}
            value={method}
            aria-label="Method"
            onChange={(value) => setChosen(value === 'new' ? 'new' : 'legacy')}
          />
          <DocsHint kind="whatsapp" />
          {!app.isFetched && <Skeleton height={160} />}
          {app.isFetched && method === 'new' && <NewMethod numbers={numbers} />}
          {app.isFetched && method === 'legacy' && <ConnectNumber numbers={numbers} />}
        </>
      )}
      {numbers.length > 0 && (
        <section aria-label="Connected numbers">
          <Title order={3} size="h4" mb="sm">
            Connected numbers
          </Title>
          <ul className={styles.list}>
            {numbers.map((number) => (
              <li key={number.channelId} className={styles.row}>
                <div className={styles.words}>
                  <NumberName number={number} manages={manages} />
                  <Text size="sm" c="dimmed">
                    <bdi>{accountOf(number)}</bdi> · Business account ID{' '}
                    <bdi>{number.account.businessId}</bdi>
                  </Text>
                  <Health
                    channel={number}
                    health={props.health.find((each) => each.channelId === number.channelId)}
                  />
                  {number.setup.state === 'ready' && <AtMeta number={number} />}
                  {manages && (
                    <Group gap="xs" mt="xs" ml={-14}>
                      <DisconnectChannel
                        channel={number}
                        size="xs"
                        named
                        act="Remove"
                        done="Number removed successfully"
                      />
                      {number.setup.state === 'failed' && <TryAgain channel={number} />}
                      {number.setup.state === 'ready' && (
                        <Button variant="default" size="xs" onClick={() => setTested(number.channelId)}>
                          Send Test Message
                        </Button>
                      )}
                    </Group>
                  )}
                  {tested === number.channelId && (
                    <TestMessage number={number} onClose={() => setTested(undefined)} />
                  )}
                </div>
                <SetupBadge channel={number} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {ready.length > 0 && <Templates numbers={ready} manages={manages} />}
    </FramedDrawer>
  )
}

/** The steps of the new method: at Meta, and back with the numbers that can be connected. */
function NewMethod({ numbers }: { numbers: ChannelView[] }) {
  const found = useMetaFound('whatsapp')
  return (
    <Stack gap="lg">
      <section aria-label="Step 1">
        <Title order={3} size="h5" mb={4}>
          Step 1: Create a business account
        </Title>
        <Text size="sm">
          Create a business account on Meta, and connect your number to it. Meta’s sign-in leads you through
          it if you have none.
        </Text>
      </section>
      <section aria-label="Step 2">
        <Title order={3} size="h5" mb={4}>
          Step 2: Connect your numbers
        </Title>
        <ContinueWithMeta kind="whatsapp" />
      </section>
      {found && <FoundNumbers found={found} numbers={numbers} />}
    </Stack>
  )
}

/** Where Meta delivers what is written to the number. */
function AtMeta({ number }: { number: ChannelView }) {
  const { data, isPending } = useQuery(checkQuery(useAgentPlace(), number.channelId))
  const words = checkWords.whatsapp
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {isPending ? 'Asking Meta …' : data ? words[data.state] : words.unreachable}
    </Text>
  )
}
