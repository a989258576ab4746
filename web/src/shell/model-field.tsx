/** Chooses a model, with what each costs, can do and is missing. Any other name can be typed. */
import { Autocomplete, type AutocompleteProps, Badge, Group, Stack, Text } from '@mantine/core'
import type { ModelView } from '@parley/contracts/models/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../server/models.ts'
import { useAgentPlace } from './places.ts'

const providers = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  compatible: 'Own server',
}

type Props = Omit<AutocompleteProps, 'data' | 'renderOption'> & {
  value: string
  /** The model that is used while the field is empty. */
  usual?: string | undefined
}

export function ModelField({ usual, ...props }: Props) {
  const { data: models = [] } = useQuery(modelsQuery(useAgentPlace()))
  const current = models.filter(({ retired }) => !retired)
  const groups = Object.entries(providers).map(([provider, group]) => ({
    group,
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
            {model.price ? 'No key' : 'No price'}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="tabular">
        {factsOf(model)}
      </Text>
    </Stack>
  )
}

/** What is known of the model that is chosen; a dated name has the facts of its model on the server only. */
function About({ id, models }: { id: string; models: ModelView[] }) {
  const model = models.find((one) => one.id === id) ?? models.find((one) => isVersionOf(id, one.id))
  if (!model)
    return (
      <Text size="xs" mt={4} fw={500} role="status">
        {id} isn’t in the model list, so it has no price. Unless your server needs no key, the built-in
        answerer replies instead.
      </Text>
    )
  const problem = model.fault ?? model.note
  return (
    <>
      <Text size="xs" mt={4} c="dimmed" className="tabular">
        {factsOf(model)}
      </Text>
      {problem && (
        <Text size="xs" mt={2} fw={500} role="status">
          {problem}
        </Text>
      )}
    </>
  )
}

const isVersionOf = (id: string, model: string): boolean =>
  id.startsWith(`${model}-`) && /^-(\d{4}-\d{2}-\d{2}|\d{8}|latest|0|00\d)$/.test(id.slice(model.length))

function factsOf({ price, context, abilities }: ModelView): string {
  const usd = (amount: number) => `$${amount.toLocaleString('en', { maximumFractionDigits: 3 })}`
  const cost = !price
    ? 'No price'
    : price.input === 0 && price.output === 0
      ? 'No charge'
      : `${usd(price.input)} in, ${usd(price.output)} out per million tokens`
  const size = context === undefined ? [] : [`${sizeOf(context)} context`]
  return [cost, ...size, ...abilities].join(' · ')
}

function sizeOf(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 100_000) / 10}M`
  return tokens >= 1_000 ? `${Math.round(tokens / 1_000)}K` : String(tokens)
}
