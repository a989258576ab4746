import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import {
  type Company,
  longestCompanyDescription,
  longestCompanyName,
  longestWebsite,
  problemsOfCompany,
} from '@parley/contracts/onboarding/company.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../design/language.ts'

const everything = { name: true, website: true, description: true }

/** The company form (part 2 §5). Errors clear when their field is edited. */
export function CompanyStep(props: {
  company: Company
  onChange: (company: Company) => void
  onDone: (company: Company) => void
  /** Everything, unless told. */
  required?: Record<keyof Company, boolean>
  /** What is wrong with the fields, where not everything is required. */
  problemsOf?: (company: Company) => Partial<Company>
  saving?: boolean
  /** Beside the button that goes on. */
  before?: ReactNode
}) {
  const { company, required = everything, problemsOf = problemsOfCompany } = props
  const [problems, setProblems] = useState<Partial<Company>>({})

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(company)
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
    required: required[name],
    value: company[name],
    error: problems[name] && t(problems[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      setProblems(({ [name]: _, ...others }) => others)
      props.onChange({ ...company, [name]: event.currentTarget.value })
    },
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('Company name')}
          autoComplete="organization"
          data-autofocus
          {...field('name', longestCompanyName)}
        />
        <TextInput
          label={t('Company website')}
          placeholder="example.com"
          inputMode="url"
          autoComplete="url"
          {...field('website', longestWebsite)}
        />
        <Textarea
          label={t('What does your company do?')}
          description={t('One or two sentences. Your agent may tell them to visitors.')}
          autosize
          minRows={3}
          maxRows={6}
          {...field('description', longestCompanyDescription)}
        />
        <Group justify={props.before ? 'space-between' : 'flex-end'}>
          {props.before}
          <Button type="submit" loading={props.saving ?? false}>
            {t('Continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
