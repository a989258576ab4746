import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import {
  type Company,
  longestCompanyDescription,
  longestCompanyName,
  longestWebsite,
  problemsOfCompany,
} from '@parley/contracts/onboarding/company.ts'
import { type FormEvent, useState } from 'react'

/** The company form (part 2 §5). Errors clear when their field is edited. */
export function CompanyStep(props: {
  company: Company
  onChange: (company: Company) => void
  onDone: (company: Company) => void
}) {
  const { company } = props
  const [problems, setProblems] = useState<Partial<Company>>({})

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOfCompany(company)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    props.onDone({
      name: company.name.trim(),
      website: company.website.trim(),
      description: company.description.trim(),
    })
  }
  const field = (name: keyof Company, maxLength: number) => ({
    name,
    maxLength,
    required: true,
    value: company[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setProblems(({ [name]: _, ...others }) => others)
      props.onChange({ ...company, [name]: event.currentTarget.value })
    },
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Company name"
          autoComplete="organization"
          data-autofocus
          {...field('name', longestCompanyName)}
        />
        <TextInput
          label="Company website"
          placeholder="example.com"
          inputMode="url"
          autoComplete="url"
          {...field('website', longestWebsite)}
        />
        <Textarea
          label="What does your company do?"
          description="One or two sentences. Your agent may tell them to visitors."
          autosize
          minRows={3}
          maxRows={6}
          {...field('description', longestCompanyDescription)}
        />
        <Group justify="flex-end">
          <Button type="submit">Continue</Button>
        </Group>
      </Stack>
    </form>
  )
}
