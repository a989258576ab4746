import { Button, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { IconTrash } from '@tabler/icons-react'
import { Moment } from '../../design/dates/moment.tsx'
import { t, translated } from '../../design/language.ts'
import { DrawerFooter } from '../../design/pages/framed-drawer.tsx'
import { withParts } from '../../design/words/sentence.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { Tags } from './adding.tsx'
import { rateOptions } from './knowledge-words.ts'
import { isWebsite } from './source-words.tsx'
import { useSourceActions } from './use-source-actions.ts'

/** Whether a source is used, its tags, and how often it is crawled. Each change is saved immediately. */
export function SourceSettings(props: {
  place: AgentPlace
  source: KnowledgeSourceView
  onDelete: () => void
}) {
  const { source } = props
  const { change } = useSourceActions(props.place, source)
  return (
    <Stack gap="lg">
      <Switch
        label={t('The agent answers from this source')}
        description={t('When off, the source is kept but not used in answers.')}
        checked={!source.disabled}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ disabled: !event.currentTarget.checked })}
      />
      {isWebsite(source) && (
        <NativeSelect
          label={t('Refresh')}
          description={<NextTime source={source} />}
          data={translated(rateOptions)}
          value={source.refreshRate ?? 'never'}
          disabled={change.isPending}
          onChange={(event) => {
            const refreshRate = rateOptions.find((one) => one.value === event.currentTarget.value)?.value
            if (refreshRate) change.mutate({ refreshRate })
          }}
        />
      )}
      <Tags value={source.tags} onChange={(tags) => change.mutate({ tags })} />
      <DrawerFooter
        left={
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
            {t('Delete this source')}
          </Button>
        }
      />
    </Stack>
  )
}

function NextTime({ source }: { source: KnowledgeSourceView }) {
  return (
    <Text span size="xs" c="dimmed">
      {source.lastRefreshTS === undefined
        ? t('Not fully read yet')
        : withParts('Last read {when}', { when: <Moment at={source.lastRefreshTS * 1000} /> })}
      {source.nextRefreshAt && withParts(', again {when}', { when: <Moment at={source.nextRefreshAt} /> })}
    </Text>
  )
}
