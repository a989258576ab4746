import {
  Collapse,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { t, translated } from '../../design/language.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { AddForm, problemOf, useAdd } from './adding.tsx'
import { keptState } from './kept-state.ts'
import { rateOptions, websiteKinds } from './knowledge-words.ts'

type Kind = (typeof websiteKinds)[number]['value']
type Rate = (typeof rateOptions)[number]['value']

const empty = {
  url: '',
  kind: 'site' as Kind,
  refreshRate: '24h' as Rate,
  maxPages: 200,
  maxDepth: 5,
  include: '',
  exclude: '',
  tags: [] as string[],
}
const useKept = keptState<typeof empty>()

/** Adds a page, the pages of a sitemap, or a whole site. */
export function AddWebsite(props: { place: AgentPlace; onAdded: () => void }) {
  const [draft, setDraft] = useKept(props.place.agentId, empty)
  const [checked, setChecked] = useState(false)
  const { url, kind, refreshRate, maxPages, maxDepth, include, exclude, tags } = draft
  const put = (given: Partial<typeof empty>) => setDraft({ ...draft, ...given })
  const add = useAdd(props.place, hostOf(url), () => {
    setDraft(empty)
    props.onAdded()
  })

  const submit = () => {
    setChecked(true)
    if (url.trim() === '') return
    const paths = { include: linesOf(include), exclude: linesOf(exclude) }
    const limits = kind === 'url' ? {} : { maxPages, ...(kind === 'site' ? { maxDepth } : {}), ...paths }
    const body = { url: url.trim(), kind, refreshRate, tags, ...limits }
    add.mutate(() => client.call('knowledge.addWebsite', { params: props.place, body }))
  }

  return (
    <AddForm
      add={add}
      fields={['url', 'include', 'exclude']}
      tags={tags}
      onTags={(given) => put({ tags: given })}
      label={t('Add website')}
      onSubmit={submit}
    >
      <TextInput
        label={t('Address')}
        required
        data-autofocus
        type="url"
        dir="ltr"
        inputMode="url"
        placeholder={kind === 'sitemap' ? 'https://example.com/sitemap.xml' : 'https://example.com'}
        maxLength={2000}
        value={url}
        onChange={(event) => put({ url: event.currentTarget.value })}
        error={problemOf(add.error, 'url') ?? (checked && url.trim() === '' && t('Please enter an address.'))}
      />
      <Stack gap={6}>
        <SegmentedControl
          fullWidth
          aria-label={t('What to read')}
          value={kind}
          onChange={(value) =>
            put({ kind: websiteKinds.find((one) => one.value === value)?.value ?? 'site' })
          }
          data={websiteKinds.map(({ value, label }) => ({ value, label: t(label) }))}
        />
        <Text size="xs" c="dimmed">
          {t(websiteKinds.find(({ value }) => value === kind)?.explanation ?? '')}
        </Text>
      </Stack>
      <Collapse expanded={kind !== 'url'}>
        <Stack gap="md">
          <SimpleGrid cols={kind === 'site' ? 2 : 1} spacing="md">
            <NumberInput
              label={t('Page limit')}
              min={1}
              max={1000}
              allowDecimal={false}
              value={maxPages}
              onChange={(value) => typeof value === 'number' && put({ maxPages: value })}
            />
            {kind === 'site' && (
              <NumberInput
                label={t('Crawl depth')}
                min={0}
                max={10}
                allowDecimal={false}
                value={maxDepth}
                onChange={(value) => typeof value === 'number' && put({ maxDepth: value })}
              />
            )}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={t('Include paths')}
              description={t('Paths to read, separated by commas')}
              placeholder="/help, /docs"
              dir="ltr"
              value={include}
              onChange={(event) => put({ include: event.currentTarget.value })}
              error={problemOf(add.error, 'include')}
            />
            <TextInput
              label={t('Exclude paths')}
              description={t('Paths not to read, separated by commas')}
              placeholder="/help/old"
              dir="ltr"
              value={exclude}
              onChange={(event) => put({ exclude: event.currentTarget.value })}
              error={problemOf(add.error, 'exclude')}
            />
          </SimpleGrid>
        </Stack>
      </Collapse>
      <NativeSelect
        label={t('Refresh')}
        description={t('Only changed pages are re-read; pages that no longer exist are removed.')}
        data={translated(rateOptions)}
        value={refreshRate}
        onChange={(event) =>
          put({ refreshRate: rateOptions.find((one) => one.value === event.currentTarget.value)?.value })
        }
      />
    </AddForm>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

function hostOf(url: string): string {
  const trimmed = url.trim()
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return URL.canParse(address) ? new URL(address).host : trimmed
}
