/** Chooses a model, with what each costs, can do and is missing. Any other name can be typed. */
import { Autocomplete, type AutocompleteProps, Badge, Group, Stack, Text } from '@mantine/core'
import type { ModelView } from '@parley/contracts/models/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type english, locale, t } from '../../design/language.ts'
import { modelsQuery } from '../../server/models.ts'
import { useAgentPlace, useSession } from '../navigation/places.ts'

const providers = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  compatible: 'Own server',
}

type Say = typeof english.t

type Props = Omit<AutocompleteProps, 'data' | 'renderOption'> & {
  value: string
  /** The model that is used while the field is empty. */
  usual?: string | undefined
}

export function ModelField({ usual, ...props }: Props) {
  const { data: models = [] } = useQuery(modelsQuery(useAgentPlace()))
  const current = models.filter(({ retired }) => !retired)
  const groups = Object.entries(providers).map(([provider, group]) => ({
    group: t(group),
    items: current.filter((model) => model.provider === provider).map(({ id }) => id),
  }))
  const chosen = props.value || usual
  return (
    <div>
      <Autocomplete
        {...props}
        data={groups.filter(({ items }) => items.length > 0)}
        maxDropdownHeight={320}
        renderOption={({ option }) => <Choice model={models.find(({ id }) => id === option.value)} />}
      />
      {chosen && models.length > 0 && <About id={chosen} models={models} />}
    </div>
  )
}

function Choice({ model }: { model: ModelView | undefined }) {
  if (!model) return null
  return (
    <Stack gap={0} w="100%">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" truncate>
          {model.id}
        </Text>
        {!model.configured && (
          <Badge size="xs" variant="light" color="gray" style={{ flexShrink: 0 }}>
            {model.price ? t('No key') : t('No price')}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="tabular">
        {factsOf(model, t)}
      </Text>
    </Stack>
  )
}

/** What is known of the model that is chosen; a dated name has the facts of its model on the server only. */
function About({ id, models }: { id: string; models: ModelView[] }) {
  const isClient = useSession().client !== undefined
  const model = models.find((one) => one.id === id) ?? models.find((one) => isVersionOf(id, one.id))
  if (!model)
    return (
      <Text size="xs" mt={4} fw={500} role="status">
        {isClient
          ? t('{id} isn’t in the model list, so the built-in answerer may reply instead.', { id })
          : `${id} isn’t in the model list, so it has no price. Unless your server needs no key, the built-in answerer replies instead.`}
      </Text>
    )
  const problem = isClient ? problemForClients(model, t) : (model.fault ?? model.note)
  return (
    <>
      <Text size="xs" mt={4} c="dimmed" className="tabular">
        {factsOf(model, t)}
      </Text>
      {problem && (
        <Text size="xs" mt={2} fw={500} role="status">
          {problem}
        </Text>
      )}
    </>
  )
}

/** Keys and quotas are the agency’s business. */
function problemForClients({ fault, note }: ModelView, t: Say): string | undefined {
  if (fault !== undefined)
    return t('This model could not reply recently. Choose another one, or ask your contact.')
  return note && t('This model is not set up here, so the built-in answerer may reply instead.')
}

const isVersionOf = (id: string, model: string): boolean =>
  id.startsWith(`${model}-`) && /^-(\d{4}-\d{2}-\d{2}|\d{8}|latest|0|00\d)$/.test(id.slice(model.length))

function factsOf({ price, context, abilities }: ModelView, t: Say): string {
  const usd = (amount: number) =>
    leftToRight(`$${amount.toLocaleString(locale ?? 'en', { maximumFractionDigits: 3 })}`)
  const cost = !price
    ? t('No price')
    : price.input === 0 && price.output === 0
      ? t('No charge')
      : t('{input} in, {output} out per million tokens', {
          input: usd(price.input),
          output: usd(price.output),
        })
  const size = context === undefined ? [] : [t('{size} context', { size: sizeOf(context) })]
  return [cost, ...size, ...abilities.map((one) => t(one))].join(' · ')
}

/** Keeps the sign before the amount in texts that are read from the right. */
const leftToRight = (text: string) => (locale === undefined ? text : `\u2066${text}\u2069`)

function sizeOf(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 100_000) / 10}M`
  return tokens >= 1_000 ? `${Math.round(tokens / 1_000)}K` : String(tokens)
}
