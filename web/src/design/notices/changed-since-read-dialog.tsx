import { Button, Group, getDefaultZIndex, Modal, Text } from '@mantine/core'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { answerAboutChange, isAskedAboutChange, onAskedAboutChange } from '../../server/changed-since-read.ts'
import { t } from '../language.ts'

/** Of what may have the focus: the drawer behind would take Escape for itself, and close with what was typed. */
const escapeEndsHere = { 'data-mantine-stop-propagation': 'true' }

/** Asks what to do when somebody else changed what is about to be saved. Closed, it leaves the form as it is. */
export function ChangedSinceReadDialog() {
  const asked = useSyncExternalStore(onAskedAboutChange, isAskedAboutChange)
  const keep = () => answerAboutChange(false)
  return (
    <Modal
      opened={asked}
      // Above a drawer that was opened after this was rendered first.
      zIndex={getDefaultZIndex('popover')}
      onClose={keep}
      closeOnEscape={false}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && keep()}
      attributes={{ content: escapeEndsHere }}
      title={t('Somebody else changed this meanwhile')}
      closeButtonProps={{ 'aria-label': t('Close'), ...escapeEndsHere }}
    >
      <Text>
        {t(
          'It was changed after you opened it, so it was not saved. What you entered is still there. Reload shows what is saved now and discards what you entered; saving anyway replaces the other change.',
        )}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" onClick={keep} data-autofocus {...escapeEndsHere}>
          {t('Keep editing')}
        </Button>
        <Button variant="default" onClick={reload} {...escapeEndsHere}>
          {t('Reload')}
        </Button>
        <Button color="red" onClick={() => answerAboutChange(true)} {...escapeEndsHere}>
          {t('Save anyway')}
        </Button>
      </Group>
    </Modal>
  )
}

/** Without the browser's question about unsaved input, which is what is discarded. Drafts of agents are kept. */
function reload(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  window.location.reload()
}
