import { Button, Group, Popover, Stack, Text, useDirection } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { lazyComponent } from '../../server/lazy-component.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { PublishMenu } from './publish-menu.tsx'
import { PublishStatus } from './publish-status.tsx'
import { canaryQuery } from './queries.ts'
import { usePublish } from './use-publish.ts'

const VersionHistory = lazyComponent(() => import('./version-history.tsx'), 'VersionHistory')
const UnpublishedChanges = lazyComponent(() => import('./unpublished-changes.tsx'), 'UnpublishedChanges')
const UntestedDialog = lazyComponent(() => import('./untested-dialog.tsx'), 'UntestedDialog')
const CanaryDrawer = lazyComponent(() => import('./canary-drawer.tsx'), 'CanaryDrawer')
const WebsiteScript = lazyComponent(() => import('./website-script.tsx'), 'WebsiteScript')

/**
 * Whether the agent is published as it is edited, the Publish button and its menu in the top bar. Ctrl/Cmd+S publishes.
 */
export function PublishControls(props: {
  place: AgentPlace
  /** Further entries of the menu. */
  more: ReactNode
}) {
  const { dir } = useDirection()
  const [tipShown, setTipShown] = useState(false)
  const { publish, publishing, changed, untested, publishTested, publishUntested, keepDraft } = usePublish(
    props.place,
    () => setTipShown(true),
  )
  const { panel } = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = (next: typeof panel) =>
    void navigate({ to: '.', search: (search) => ({ ...search, panel: next }) })
  const [discarding, setDiscarding] = useState(false)
  const canary = useQuery(canaryQuery(props.place)).data?.canary
  const discard = () => setDiscarding(true)
  useHotkeys([['mod+S', publish]], [])

  const dirty = changed.length > 0
  const status = useFocusOnceGone(dirty)
  return (
    <Group gap="xs" wrap="nowrap">
      <PublishStatus
        ref={status}
        changes={changed.length}
        review={() => open('changes')}
        discard={discard}
        canary={canary && { share: canary.share, open: () => open('canary') }}
      />
      <Group gap={1} wrap="nowrap">
        {dirty && (
          <Button
            onClick={publish}
            loading={publishing}
            px={{ base: 'sm', sm: 'md' }}
            radius={dir === 'rtl' ? '0 10px 10px 0' : '10px 0 0 10px'}
          >
            {t('Publish')}
          </Button>
        )}
        <DeployTip opened={tipShown && !dirty} onClose={() => setTipShown(false)}>
          <PublishMenu
            place={props.place}
            changes={changed.length}
            open={open}
            discard={discard}
            canaryShare={canary?.share}
            more={props.more}
          />
        </DeployTip>
      </Group>
      <Suspense fallback={null}>
        {panel === 'versions' && <VersionHistory place={props.place} />}
        {panel === 'changes' && (
          <UnpublishedChanges
            place={props.place}
            publish={publish}
            publishing={publishing}
            discard={discard}
            onClose={() => open(undefined)}
          />
        )}
        {untested !== undefined && (
          <UntestedDialog
            place={props.place}
            why={untested}
            publishing={publishing}
            onPassed={publishTested}
            onPublish={publishUntested}
            onClose={keepDraft}
          />
        )}
        {panel === 'canary' && <CanaryDrawer place={props.place} onClose={() => open(undefined)} />}
        {panel === 'script' && <WebsiteScript place={props.place} />}
      </Suspense>
      {discarding && <DiscardDialog place={props.place} onClose={() => setDiscarding(false)} />}
    </Group>
  )
}

/** Returns what gets the focus when the focused Publish button goes. */
function useFocusOnceGone(button: boolean) {
  const instead = useRef<HTMLParagraphElement>(null)
  const wasThere = useRef(false)
  useEffect(() => {
    const lost = wasThere.current && !button && document.activeElement === document.body
    if (lost) instead.current?.focus({ preventScroll: true })
    wasThere.current = button
  }, [button])
  return instead
}

/** Shown after publishing: where to deploy the agent. */
function DeployTip(props: { opened: boolean; onClose: () => void; children: ReactNode }) {
  const [silenced, setSilenced] = useLocalStorage({ key: 'parley_deploy_tip_silenced', defaultValue: false })
  const navigate = useNavigate()
  return (
    <Popover
      opened={props.opened && !silenced}
      onChange={(opened) => !opened && props.onClose()}
      position="bottom-end"
      withArrow
      withRoles={false}
      width={260}
      shadow="md"
    >
      <Popover.Target>
        <div>{props.children}</div>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text fw={500}>{t('Your agent is published')}</Text>
          <Button
            size="xs"
            onClick={() => {
              props.onClose()
              void navigate({ to: '.', search: (search) => ({ ...search, panel: 'script' }) })
            }}
          >
            {t('Add widget to website')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setSilenced(true)}>
            {t("Don't show again")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
