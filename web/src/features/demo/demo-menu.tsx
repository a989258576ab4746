import { ActionIcon, Button, Menu, Popover, TextInput, useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isWebsite, longestWebsite } from '@parley/contracts/onboarding/company.ts'
import { IconChevronDown, IconExternalLink, IconPresentation, IconWorldSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { AgentPlace } from '../../server/queries.ts'
import { demoAddress } from '../../shell/demo-address.ts'
import { useCrampedByTest } from '../../shell/test-panel/use-cramped-by-test.ts'

/** Shows the agent as visitors meet it, on a page of ours or on a website, in a window of its own (part 2 §2.3). */
export function DemoMenu({ place }: { place: AgentPlace }) {
  const [asking, setAsking] = useState(false)
  const theme = useMantineTheme()
  const cramped = useCrampedByTest()
  const narrow = useMediaQuery(`(max-width: ${theme.breakpoints.lg})`, false, {
    getInitialValueInEffect: false,
  })
  const icon = <IconPresentation size={18} stroke={1.75} />
  return (
    <Popover
      opened={asking}
      onChange={setAsking}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Menu width={220} position="bottom-end">
            <Menu.Target>
              {narrow || cramped ? (
                <ActionIcon variant="default" size={36} data-tour="demo" aria-label="Demo" title="Demo">
                  {icon}
                </ActionIcon>
              ) : (
                <Button
                  variant="default"
                  data-tour="demo"
                  leftSection={icon}
                  rightSection={<IconChevronDown size={16} />}
                >
                  Demo
                </Button>
              )}
            </Menu.Target>
            <Menu.Dropdown>
              <DemoItems place={place} onPreview={() => setAsking(true)} />
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Website Preview">
        <WebsiteField place={place} onDone={() => setAsking(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The entries of the menu, which are part of another one on phones. */
export function DemoItems(props: { place: AgentPlace; onPreview: () => void }) {
  return (
    <>
      <Menu.Item
        component="a"
        href={demoAddress(props.place)}
        target="_blank"
        leftSection={<IconExternalLink size={18} stroke={1.75} />}
      >
        Standard Demo
      </Menu.Item>
      <Menu.Item leftSection={<IconWorldSearch size={18} stroke={1.75} />} onClick={props.onPreview}>
        Website Preview
      </Menu.Item>
    </>
  )
}

/** The website is entered, and Enter opens it. */
export function WebsiteField(props: { place: AgentPlace; onDone: () => void }) {
  const [website, setWebsite] = useState('')
  const [wrong, setWrong] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const given = website.trim()
        if (!isWebsite(given)) return setWrong(true)
        window.open(demoAddress(props.place, given), '_blank', 'noopener')
        props.onDone()
      }}
    >
      <TextInput
        data-autofocus
        label="Website Preview"
        description="Enter the address of a website and press Enter."
        placeholder="https://"
        type="url"
        maxLength={longestWebsite}
        value={website}
        error={wrong && 'Please enter a valid website URL or domain'}
        onChange={(event) => {
          setWebsite(event.currentTarget.value)
          setWrong(false)
        }}
      />
    </form>
  )
}
