import { Button, Group, Input, SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { longestTabContent, tabAddressProblem, tabHrefProblem } from '@parley/contracts/agency/custom-tabs.ts'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { randomText } from '../../shell/random-text.ts'
import { IconField } from './icon-field.tsx'

const blank = (): CustomTab => ({
  tabId: randomText(16),
  label: '',
  href: '/',
  iconUrl: '',
  pageType: 'html',
  htmlContent: '',
  jsContent: '',
  iframeUrl: '',
  alwaysVisible: false,
  desc: '',
})

const code = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }

/** Adds a custom tab to the settings, or changes one there; nothing is saved before they are. */
export function TabDrawer(props: {
  /** Undefined for a new one. */
  tab: CustomTab | undefined
  others: readonly CustomTab[]
  onDone: (tab: CustomTab) => void
  onDelete: () => void
  onClose: () => void
}) {
  const formId = useId()
  const [tab, setTab] = useState(() => props.tab ?? blank())
  const [asked, setAsked] = useState(false)
  const edit = (change: Partial<CustomTab>) => setTab({ ...tab, ...change })
  const problems = problemsOf(tab, props.others)
  const shown = asked ? problems : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(problems).length > 0) return
    const iframeUrl = tab.pageType === 'iframe' ? tab.iframeUrl.trim() : ''
    props.onDone({ ...tab, label: tab.label.trim(), href: tab.href.trim(), iframeUrl })
  }
  return (
    <FramedDrawer
      onClose={props.onClose}
      width="wide"
      title={props.tab?.label ?? 'New custom tab'}
      kind={props.tab && 'Custom tab'}
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Label"
            required
            maxLength={40}
            data-autofocus={props.tab ? undefined : true}
            value={tab.label}
            error={shown.label}
            onChange={(event) => edit({ label: event.currentTarget.value })}
          />
          <TextInput
            label="URL"
            description="Where the tab is in the dashboard, such as /help"
            required
            maxLength={100}
            value={tab.href}
            error={shown.href}
            onChange={(event) => edit({ href: event.currentTarget.value })}
          />
          <TextInput
            label="Description"
            maxLength={300}
            value={tab.desc}
            onChange={(event) => edit({ desc: event.currentTarget.value })}
          />
          <Input.Wrapper label="Icon" labelElement="div" role="group" aria-label="Icon">
            <IconField what="icon" value={tab.iconUrl} onChange={(iconUrl) => edit({ iconUrl })} />
          </Input.Wrapper>
          <Input.Wrapper label="Page type" labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label="Page type"
              value={tab.pageType}
              onChange={(pageType) => edit({ pageType })}
              data={[
                { value: 'html', label: 'HTML' },
                { value: 'iframe', label: 'Iframe' },
              ]}
            />
          </Input.Wrapper>
          {tab.pageType === 'html' ? (
            <>
              <Textarea
                label="HTML"
                description="Runs apart from the dashboard: it reaches no data of your clients or of this workspace."
                autosize
                minRows={8}
                maxRows={18}
                maxLength={longestTabContent}
                spellCheck={false}
                styles={code}
                value={tab.htmlContent}
                onChange={(event) => edit({ htmlContent: event.currentTarget.value })}
              />
              <Textarea
                label="JavaScript"
                autosize
                minRows={4}
                maxRows={18}
                maxLength={longestTabContent}
                spellCheck={false}
                styles={code}
                value={tab.jsContent}
                onChange={(event) => edit({ jsContent: event.currentTarget.value })}
              />
            </>
          ) : (
            <TextInput
              label="Page to show"
              description="A page of another website that may be shown in frames"
              required
              type="url"
              placeholder="https://…"
              maxLength={2_000}
              value={tab.iframeUrl}
              error={shown.iframeUrl}
              onChange={(event) => edit({ iframeUrl: event.currentTarget.value })}
            />
          )}
          <Switch
            label="Always visible"
            description="Shown to every client, whatever pages they may see"
            checked={tab.alwaysVisible}
            onChange={(event) => edit({ alwaysVisible: event.currentTarget.checked })}
          />
        </Stack>
        <DrawerFooter
          left={
            props.tab && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={props.onDelete}
              >
                Remove
              </Button>
            )
          }
        >
          <Group gap="sm">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId}>
              {props.tab ? 'Apply' : 'Add tab'}
            </Button>
          </Group>
        </DrawerFooter>
      </form>
    </FramedDrawer>
  )
}

type Problems = { label?: string; href?: string; iframeUrl?: string }

function problemsOf(tab: CustomTab, others: readonly CustomTab[]): Problems {
  const href = tabHrefProblem(
    tab.href.trim(),
    others.map((other) => other.href),
  )
  const iframeUrl =
    tab.pageType === 'iframe' ? tabAddressProblem(tab.iframeUrl.trim(), [location.hostname]) : undefined
  return {
    ...(tab.label.trim() === '' && { label: 'Enter a label' }),
    ...(href && { href }),
    ...(iframeUrl && { iframeUrl }),
  }
}
