import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconFileText, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { t } from '../../design/language.ts'
import { bytes } from '../../design/words/bytes.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { documentExtensions, maxDocumentMB } from './accepted-files.ts'
import { Tags } from './adding.tsx'
import styles from './knowledge.module.css'
import { forgetUploads, isUnderWay, retryUpload, type Upload, upload, useUploads } from './uploads.ts'

/** Uploads several files at once, dropped or selected. Uploads continue when the drawer is closed. */
export function AddDocuments(props: { place: AgentPlace }) {
  const [tags, setTags] = useState<string[]>([])
  const uploads = useUploads(props.place)
  const over = uploads.filter((each) => !isUnderWay(each))
  return (
    <Stack gap="md">
      <Tags value={tags} onChange={setTags} />
      <DropArea onFiles={(files) => upload(props.place, files, tags)} />
      {uploads.length > 0 && (
        <>
          <Group justify="space-between" mih={28}>
            <Text fw={500} aria-live="polite">
              {t('{count} of {total} added', {
                count: uploads.filter(({ state }) => state === 'added').length,
                total: uploads.length,
              })}
            </Text>
            {over.length > 0 && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                onClick={() => forgetUploads(over.map(({ id }) => id))}
              >
                {t('Clear list')}
              </Button>
            )}
          </Group>
          <Stack gap="xs" component="ul" className={styles.uploads}>
            {uploads.map((each) => (
              <UploadRow key={each.id} upload={each} />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}

function DropArea(props: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    props.onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ThemeIcon size={44} variant="light" aria-hidden>
        <IconUpload size={22} stroke={1.75} />
      </ThemeIcon>
      <Text fw={500}>{t('Drop files here')}</Text>
      <Text size="xs" c="dimmed">
        {t('{types}, up to {size} MB each', { types: documentExtensions.join(', '), size: maxDocumentMB })}
      </Text>
      <FileButton multiple accept={documentExtensions.join(',')} onChange={props.onFiles}>
        {(button) => (
          <Button variant="default" mt={4} {...button}>
            {t('Browse files')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

function UploadRow(props: { upload: Upload }) {
  const { upload: file } = props
  const bad = file.state === 'failed' || file.state === 'refused'
  return (
    <li className={styles.upload}>
      <ThemeIcon variant="light" color={bad ? 'red' : 'gray'} size={34} aria-hidden>
        <IconFileText size={18} stroke={1.75} />
      </ThemeIcon>
      <div className={styles.uploadWords}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text truncate title={file.name}>
            {file.name}
          </Text>
          <Text size="xs" c="dimmed" flex="none" className="tabular">
            {stateWords(file)}
          </Text>
        </Group>
        {isUnderWay(file) && (
          <Progress
            size="sm"
            value={file.share * 100}
            animated={file.share === 1}
            aria-label={t('{name} sent', { name: file.name })}
            mt={4}
          />
        )}
        {bad && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {t(file.problem ?? '')}
          </Text>
        )}
      </div>
      {file.state === 'added' && (
        <ThemeIcon variant="transparent" color="teal" aria-hidden>
          <IconCheck size={18} />
        </ThemeIcon>
      )}
      {file.state === 'failed' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Send {name} again', { name: file.name })}
          onClick={() => retryUpload(file.id)}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      )}
      {bad && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Remove {name} from this list', { name: file.name })}
          onClick={() => forgetUploads([file.id])}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </li>
  )
}

function stateWords(file: Upload): string {
  switch (file.state) {
    case 'waiting':
      return t('Waiting')
    case 'sending':
      return file.share < 1 ? `${Math.floor(file.share * 100)} %` : t('Saving')
    case 'added':
      return t('Added')
    default:
      return bytes(file.size)
  }
}
