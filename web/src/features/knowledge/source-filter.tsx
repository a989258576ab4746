import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../design/language.ts'
import styles from './knowledge.module.css'
import { statusWords } from './knowledge-words.ts'
import { sourceStatuses } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/kb')
const waitMs = 250

/** Filters the list by name or address, tag and status, kept in the query parameters. */
export function SourceFilter(props: { tags: readonly string[] }) {
  const { find = '', tag = '', status = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(find)
  useEffect(() => setTyped(find), [find])
  useEffect(() => {
    if (typed.trim() === find) return
    const timer = setTimeout(
      () =>
        void navigate({
          search: (search) => ({ ...search, find: typed.trim() || undefined }),
          replace: true,
        }),
      waitMs,
    )
    return () => clearTimeout(timer)
  }, [typed, find, navigate])
  const tags = tag !== '' && !props.tags.includes(tag) ? [...props.tags, tag] : props.tags
  return (
    <search className={styles.filter}>
      <TextInput
        aria-label={t('Find a source')}
        placeholder={t('Find a source')}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {tags.length > 0 && (
        <NativeSelect
          aria-label={t('Tag')}
          data={[{ value: '', label: t('All tags') }, ...tags.map((one) => ({ value: one, label: one }))]}
          value={tag}
          onChange={(event) => {
            const chosen = event.currentTarget.value || undefined
            void navigate({ search: (search) => ({ ...search, tag: chosen }), replace: true })
          }}
        />
      )}
      <NativeSelect
        aria-label={t('Status')}
        data={[
          { value: '', label: t('Any status') },
          ...sourceStatuses.map((one) => ({ value: one, label: t(statusWords[one]) })),
        ]}
        value={status}
        onChange={(event) => {
          const chosen = sourceStatuses.find((one) => one === event.currentTarget.value)
          void navigate({ search: (search) => ({ ...search, status: chosen }), replace: true })
        }}
      />
    </search>
  )
}
