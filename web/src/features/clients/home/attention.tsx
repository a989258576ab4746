import { Badge, Text, ThemeIcon } from '@mantine/core'
import { longWaitMinutes, signInWithinDays, unansweredJump } from '@parley/contracts/agency/home.ts'
import { written } from '@parley/contracts/analytics/figure-words.ts'
import {
  IconChevronRight,
  IconCoins,
  IconHourglass,
  IconMessageQuestion,
  type IconProps,
  IconUserQuestion,
  IconWorldOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { count, exactTime, Moment, timeAgo, waitedFor } from '../../../design/dates/moment.tsx'
import { AnchorLink } from '../../../design/links.tsx'
import wholeRow from '../../../design/lists/whole-row-link.module.css'
import rows from '../../../design/pages/work-card.module.css'
import { WorkCard } from '../../../design/pages/work-card.tsx'
import { useMay } from '../../../shell/access/use-may.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import { attentionQuery } from '../queries.ts'

/** What needs attention today; each leads to where it is dealt with. `onlyIfAny`: nothing is shown while nothing does. */
export function Attention({ onlyIfAny = false }: { onlyIfAny?: boolean }) {
  const place = useWorkspace()
  const may = useMay()
  const attention = useQuery(attentionQuery(place))
  const { region } = place
  const { data } = attention
  const total = data
    ? data.domains.length +
      data.waiting.total +
      data.balances.total +
      data.unanswered.total +
      data.neverSignedIn.total
    : 0
  if (onlyIfAny && total === 0) return null
  const clients = { to: '/app/$region/clients', params: { region } } as const
  return (
    <WorkCard
      title="Needs attention"
      count={total}
      query={attention}
      nothing={`Nothing needs attention. This lists visitors who wait for a person for more than ${longWaitMinutes} minutes, credits that are nearly used up, agents that leave more unanswered than before, clients who did not sign in within ${signInWithinDays} days, and domains that stopped resolving.`}
    >
      {data?.domains.map(({ domain, domainType, removeAt }) => (
        <Item
          key={domainType}
          icon={IconWorldOff}
          color="red"
          title={`${domain} stopped resolving to this server`}
          text={`It is removed ${timeAgo(new Date(removeAt))} unless its DNS records are set again.`}
          at={removeAt}
          {...(may('agency.manage') && {
            link: { to: '/app/$region/agency', params: { region }, search: { tab: 'domains' } },
          })}
        />
      ))}
      {data?.waiting.items.map(({ conversationId, agentId, agentTitle, organisations, since }) => (
        <Item
          key={conversationId}
          icon={IconHourglass}
          color="yellow"
          title={`A visitor of ${agentTitle} waits for a person`}
          text={namesOf(organisations)}
          aside={
            <Badge variant="light" color="yellow" flex="none" title={`Since ${exactTime(new Date(since))}`}>
              waiting {waitedFor(since)}
            </Badge>
          }
          {...(may('conversation.read') && {
            link: {
              to: '/app/$region/agents/$agentId/convos',
              params: { region, agentId },
              search: { view: 'waiting', conversation: conversationId },
            },
          })}
        />
      ))}
      <More of={data?.waiting} one="visitor who waits" what="visitors who wait">
        {may('conversation.read') &&
          may('analytics.read') && { to: '/app/$region/overview', params: { region } }}
      </More>
      {data?.balances.items.map(({ organisationId, name, balance, added }) => (
        <Item
          key={organisationId}
          icon={IconCoins}
          color="red"
          title={`The credits of ${name} are nearly used up`}
          text={`${written('credits', balance)} left of the ${written('credits', added)} that were added last.`}
          link={{
            ...clients,
            search: { overview: true, organization: organisationId, organizationTab: 'credits' },
          }}
        />
      ))}
      <More of={data?.balances} one="organization" what="organizations">
        {{ ...clients, search: { overview: true, homeSort: 'balance', homeUp: true } }}
      </More>
      {data?.unanswered.items.map(({ agentId, agentTitle, organisations, share, before }) => (
        <Item
          key={agentId}
          icon={IconMessageQuestion}
          color="yellow"
          title={`${agentTitle} leaves more unanswered than before`}
          text={`${organisations.length > 0 ? `${namesOf(organisations)} · ` : ''}${written('share', share)} of its replies in the last ${unansweredJump.days} days had no answer, ${written('share', before)} in the ${unansweredJump.days} days before.`}
          {...(may('analytics.read') && {
            link: {
              to: '/app/$region/agents/$agentId/analytics',
              params: { region, agentId },
              search: { behind: 'unanswered', days: 7 },
            },
          })}
        />
      ))}
      <More of={data?.unanswered} one="agent" what="agents">
        {may('analytics.read') && { to: '/app/$region/overview', params: { region } }}
      </More>
      {data?.neverSignedIn.items.map(({ clientId, name, organisation, createdAt }) => (
        <Item
          key={clientId}
          icon={IconUserQuestion}
          color="gray"
          title={`${name} never signed in`}
          text={
            <>
              {organisation !== undefined && `${organisation} · `}added <Moment at={createdAt} />
            </>
          }
          link={{ ...clients, search: { overview: true, client: clientId } }}
        />
      ))}
      <More of={data?.neverSignedIn} one="client" what="clients">
        {{ ...clients, search: { sort: 'oldest' } }}
      </More>
    </WorkCard>
  )
}

function Item(props: {
  icon: ComponentType<IconProps>
  color: string
  title: string
  text: ReactNode
  aside?: ReactNode
  /** A moment that the text speaks of. */
  at?: string
  link?: LinkProps
}) {
  const { icon: Icon, link } = props
  return (
    <li className={`${wholeRow.row} ${rows.row}`}>
      <ThemeIcon variant="light" color={props.color} size={32} aria-hidden>
        <Icon size={18} stroke={1.75} />
      </ThemeIcon>
      <div className={rows.words}>
        {link ? (
          <Link {...link} className={`${wholeRow.link} ${rows.link}`} dir="auto">
            {props.title}
          </Link>
        ) : (
          <Text fw={500} dir="auto">
            {props.title}
          </Text>
        )}
        <Text c="dimmed" size="sm" {...(props.at && { title: exactTime(new Date(props.at)) })}>
          {props.text}
        </Text>
      </div>
      {props.aside}
      {link && <IconChevronRight size={18} stroke={1.75} className={rows.chevron} aria-hidden />}
    </li>
  )
}

/** Says how many more there are than are shown, and leads to them. */
function More(props: {
  of: { total: number; atLeast?: true; items: readonly unknown[] } | undefined
  /** What one of them is called, and several. */
  one: string
  what: string
  children: LinkProps | false
}) {
  const { of } = props
  const more = of ? of.total - of.items.length : 0
  if (more <= 0) return null
  const words = `${of?.atLeast ? `${count(more)} or more` : count(more)} further ${more === 1 && !of?.atLeast ? props.one : props.what}`
  return (
    <li className={rows.row}>
      {props.children ? (
        <AnchorLink {...props.children} size="sm">
          {words}
        </AnchorLink>
      ) : (
        <Text c="dimmed" size="sm">
          {words}
        </Text>
      )}
    </li>
  )
}

const namesOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
