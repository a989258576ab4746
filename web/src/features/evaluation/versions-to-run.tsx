import { Checkbox, Stack } from '@mantine/core'
import { type TestedVersion, testedVersions } from '@parley/contracts/evaluation/names.ts'

/** Chooses between the draft and the published version, or both. `dirty`: there are unpublished changes. */
export function VersionsToRun(props: {
  label: string
  dirty: boolean
  value: TestedVersion[]
  onChange: (versions: TestedVersion[]) => void
}) {
  const { label, dirty, value, onChange } = props
  return (
    <Checkbox.Group
      label={label}
      description={dirty ? undefined : 'There are no unpublished changes.'}
      value={value}
      onChange={(values) => onChange(testedVersions.filter((version) => values.includes(version)))}
    >
      <Stack gap="xs" mt="xs">
        {testedVersions.map((version) => (
          <Checkbox
            key={version}
            value={version}
            disabled={version === 'draft' && !dirty}
            label={version === 'draft' ? 'The draft, with your unpublished changes' : 'The published version'}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
