/** How the clients of an organization work in the inbox, and when visitors of its agents can ask for a person. */
import { Stack, Switch, TagsInput, Text } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import type { OrganisationInboxRules } from '@parley/contracts/organisation/inbox-rules.ts'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { organisationsAgain } from './queries.ts'

type Rule = Exclude<keyof OrganisationInboxRules, 'predefinedTags'>

/** `isOff`: the switch is on where the rule is not. */
const switches: { rule: Rule; label: string; description: string; isOff: boolean }[] = [
  {
    rule: 'disallowAnyTags',
    label: 'Allow Only Predefined Tags',
    description: 'Its clients can add only the tags above',
    isOff: false,
  },
  {
    rule: 'enableCannedResponses',
    label: 'Enable Canned Responses',
    description: 'Its clients can insert the canned responses of your inbox, where these are enabled',
    isOff: false,
  },
  {
    rule: 'disableHandoff',
    label: 'Enable human handoff',
    description:
      'Off, visitors of its agents can’t ask for a person. An agent of several organizations keeps its handoff while one of them has it on.',
    isOff: true,
  },
  {
    rule: 'smartHandoff',
    label: 'Smart Handoff',
    description: 'Its agents hand over to a person when they can’t help, without being asked',
    isOff: false,
  },
  {
    rule: 'disableHandoffMessages',
    label: 'Disable Handoff Messages',
    description: 'Visitors of its agents don’t see messages about who joins and leaves',
    isOff: false,
  },
]

/** Each change is saved immediately. */
export function OrganisationInbox({ organisation }: { organisation: OrganisationView }) {
  const place = useWorkspace()
  const params = { ...place, organisationId: organisation.ID }
  const disabled = !useMay()('client.manage')
  const queryClient = useQueryClient()
  const mutationKey = ['organisation-inbox', place.region, organisation.ID]
  const save = useMutation({
    mutationKey,
    mutationFn: (body: Partial<OrganisationInboxRules>) =>
      client.call('organisations.save', { params, body }, { loaded: asLoaded() }),
    onSettled: () => organisationsAgain(queryClient, place.region),
    onError: (error) =>
      noticeFailure(`Failed to update organization: ${messageOf(error) || 'Unknown error'}`),
  })
  // Shows the selected values while they are saved, also those of several changes after each other.
  const saving = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<OrganisationInboxRules>,
  })
  const shown: OrganisationInboxRules = Object.assign({}, organisation, ...saving)
  const { predefinedTags } = shown
  return (
    <Stack gap="md" component="section" aria-label="Inbox">
      <Text c="dimmed">
        How its clients work in the inbox, and when visitors of its agents can ask for a person. Changes are
        saved automatically.
      </Text>
      <TagsInput
        label="Predefined tags"
        description="Suggested to its clients for every conversation, in this order"
        placeholder={predefinedTags.length === 0 ? 'Type a tag and press Enter' : undefined}
        value={predefinedTags}
        onChange={(tags) => save.mutate({ predefinedTags: tags })}
        maxTags={100}
        maxLength={60}
        acceptValueOnBlur
        disabled={disabled}
      />
      {switches.map(({ rule, isOff, ...texts }) => (
        <Switch
          key={rule}
          {...texts}
          checked={shown[rule] !== isOff}
          disabled={disabled || (rule === 'smartHandoff' && shown.disableHandoff)}
          onChange={(event) => save.mutate({ [rule]: event.currentTarget.checked !== isOff })}
        />
      ))}
    </Stack>
  )
}
