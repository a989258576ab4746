import { SegmentedControl, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { Expectations } from '@parley/contracts/evaluation/test-case.ts'
import { useId } from 'react'
import { useTools } from '../../server/tools.ts'

/** What a good answer holds. What is left empty is not checked. */
export function ExpectationFields(props: {
  value: Expectations
  problemOf: (field: keyof Expectations) => string | undefined
  onChange: (value: Expectations) => void
}) {
  const { value, problemOf } = props
  const tools = useTools().data?.map(({ name }) => name) ?? []
  const set = (change: Partial<Expectations>) => props.onChange(given({ ...value, ...change }))
  const phrases = { maxTags: 10, splitChars: [], clearable: true, acceptValueOnBlur: true }
  return (
    <Stack gap="sm">
      <TagsInput
        label="Must mention"
        description="Press Enter after each phrase. Separate alternatives by |, such as nine | 9:00"
        {...phrases}
        value={value.mentions ?? []}
        error={problemOf('mentions')}
        onChange={(mentions) => set({ mentions })}
      />
      <TagsInput
        label="Must not mention"
        {...phrases}
        value={value.avoids ?? []}
        error={problemOf('avoids')}
        onChange={(avoids) => set({ avoids })}
      />
      <TextInput
        label="Cites the source"
        placeholder="Part of its name or address"
        maxLength={200}
        value={value.source ?? ''}
        error={problemOf('source')}
        onChange={(event) => set({ source: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <YesNo
          label="Answer"
          words={{ yes: 'Answers', no: "Doesn't know" }}
          value={value.answered}
          onChange={(answered) => set({ answered })}
        />
        <YesNo
          label="Handover to a person"
          words={{ yes: 'Yes', no: 'No' }}
          value={value.handedOver}
          onChange={(handedOver) => set({ handedOver })}
        />
      </SimpleGrid>
      {(tools.length > 0 || value.toolsCalled || value.toolsNotCalled) && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TagsInput
            label="Calls the functions"
            data={tools}
            maxTags={5}
            value={value.toolsCalled ?? []}
            error={problemOf('toolsCalled')}
            onChange={(toolsCalled) => set({ toolsCalled })}
          />
          <TagsInput
            label="Does not call"
            data={tools}
            maxTags={5}
            value={value.toolsNotCalled ?? []}
            error={problemOf('toolsNotCalled')}
            onChange={(toolsNotCalled) => set({ toolsNotCalled })}
          />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label="Language"
          placeholder="Two letters, such as de"
          maxLength={2}
          value={value.language ?? ''}
          error={problemOf('language')}
          onChange={(event) => set({ language: event.currentTarget.value.toLowerCase() })}
        />
        <TextInput
          label="Tone"
          placeholder="Friendly and brief"
          description="Graded by a model if the run includes grading"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={300}
          value={value.tone ?? ''}
          error={problemOf('tone')}
          onChange={(event) => set({ tone: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Stack>
  )
}

function YesNo(props: {
  label: string
  words: { yes: string; no: string }
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}) {
  const id = useId()
  return (
    <div>
      <Text id={id} size="sm" fw={500} mb={4}>
        {props.label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={props.value === undefined ? 'any' : props.value ? 'yes' : 'no'}
        onChange={(chosen) => props.onChange(chosen === 'any' ? undefined : chosen === 'yes')}
        data={[
          { value: 'any', label: 'Any' },
          { value: 'yes', label: props.words.yes },
          { value: 'no', label: props.words.no },
        ]}
      />
    </div>
  )
}

/** Without the fields that are empty. */
function given(value: Expectations): Expectations {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined && Object(one).length !== 0),
  )
}
