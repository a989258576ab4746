import { Badge, Button, Card, Group, Text, ThemeIcon, Title } from '@mantine/core'
import { CHANNEL_NOT_IN_PLAN, limitMessage } from '@parley/contracts/billing/plan-limits.ts'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { type ChannelKind, type SimulatedKind, simulatedKindNames } from '@parley/contracts/channel/names.ts'
import { ChannelIcon } from '../../design/channel-icons.tsx'
import { channelCards, setupFailureOf, silenceOf } from './channel-words.ts'
import styles from './channels.module.css'

/** A card for each channel. Those that do not exist yet say so, and have no button. */
export function ChannelCards(props: {
  channels: ChannelView[]
  health: readonly ChannelHealth[]
  manages: boolean
  /** Kinds that the operator has not set up. */
  notOffered: readonly ChannelKind[]
  /** Kinds that the plan of the workspace leaves out. */
  notInPlan: readonly ChannelKind[]
  onOpen: (kind: ChannelKind) => void
  /** Shows the agent as it would look there; absent for those who may not test it. */
  onPreview: ((kind: SimulatedKind) => void) | undefined
}) {
  const { onPreview } = props
  return (
    <ul className={styles.cards} aria-label="Channels">
      {channelCards.map(({ id, label, purpose, kind: ownKind, deprecated }) => {
        const connected = props.channels.filter((channel) => channel.kind === ownKind)
        const isOff = ownKind !== undefined && connected.length === 0 && props.notOffered.includes(ownKind)
        const kind = isOff ? undefined : ownKind
        const outOfPlan = kind !== undefined && connected.length === 0 && props.notInPlan.includes(kind)
        const failure = connected.map(setupFailureOf).find((text) => text !== undefined)
        const simulated = simulatedKindNames.find((one) => one === ownKind)
        const ids = new Set(connected.map(({ channelId }) => channelId))
        const silence = props.health
          .filter(({ channelId }) => ids.has(channelId))
          .map((one) => silenceOf(one))
          .find((text) => text !== undefined)
        return (
          <Card key={id} component="li" padding="md" className={styles.card} data-channel={id}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <ThemeIcon
                size={36}
                radius="md"
                variant="light"
                {...(kind ? {} : { color: 'gray' })}
                aria-hidden
              >
                <ChannelIcon of={id} size={20} />
              </ThemeIcon>
              <div className={styles.words}>
                <Title order={2} size="h4">
                  {label}
                </Title>
                <Text c="dimmed" size="sm" mt={2}>
                  {purpose}
                </Text>
                {silence && !failure && (
                  <Text size="sm" c="var(--mantine-color-yellow-light-color)" mt={4}>
                    {silence}
                  </Text>
                )}
                {failure && (
                  <Text size="sm" c="var(--mantine-color-error)" mt={4}>
                    {failure}
                  </Text>
                )}
              </div>
            </Group>
            {outOfPlan && (
              <Text size="sm" c="dimmed">
                {limitMessage(CHANNEL_NOT_IN_PLAN, { channel: label })}
              </Text>
            )}
            <Group justify="space-between" wrap="nowrap" className={styles.foot}>
              <CardBadge
                active={connected.some(({ setup }) => setup.state !== 'failed')}
                off={kind === undefined}
                deprecated={deprecated ?? false}
              />
              {simulated && onPreview && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  ml="auto"
                  aria-label={`Preview on ${label}`}
                  onClick={() => onPreview(simulated)}
                >
                  Preview
                </Button>
              )}
              {kind && (props.manages || connected.length > 0) && (
                <Button
                  variant="default"
                  size="xs"
                  disabled={outOfPlan}
                  {...(simulated && onPreview ? {} : { ml: 'auto' })}
                  aria-label={connected.length > 0 ? `Configure ${label}` : `Connect ${label}`}
                  onClick={() => props.onOpen(kind)}
                >
                  {connected.length > 0 ? 'Configure' : 'Connect'}
                </Button>
              )}
            </Group>
          </Card>
        )
      })}
    </ul>
  )
}

function CardBadge(props: { active: boolean; off: boolean; deprecated: boolean }) {
  if (props.active)
    return (
      <Badge variant="light" color="teal">
        Active
      </Badge>
    )
  if (!props.off) return null
  return (
    <Badge variant="light" color="gray">
      {props.deprecated ? 'Deprecated' : 'Coming Soon'}
    </Badge>
  )
}
