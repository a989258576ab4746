import { Button, TextInput } from '@mantine/core'
import { emailDomainNotices as notices } from '@parley/contracts/agency/email-domain.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { ApiError, client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './domains.module.css'
import { emailDomainQuery } from './queries.ts'

/** Refusals that say what is wrong with what was entered, or with what there is. */
const told = new Set(['invalid-domain', 'domain-taken', 'domain-exists'])
const expected = 'Please enter your root domain, such as youragency.com'

/** Where the e-mail sending domain is entered. */
export function EmailDomainEntry() {
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const adding = useMutation({
    mutationFn: (domain: string) =>
      client.call('emailDomains.add', {
        params: { region, domain },
        body: { domain, agencyId: workspaceId },
      }),
    async onSuccess({ data }) {
      await queryClient.invalidateQueries(emailDomainQuery({ region, workspaceId }))
      noticeSuccess(data.message)
    },
    onError(error) {
      if (error instanceof ApiError && told.has(error.code)) setProblem(error.message)
      else noticeFailure(notices.notAdded)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') setProblem(expected)
    else adding.mutate(typed)
  }
  return (
    <form className={styles.entry} onSubmit={submit} noValidate>
      <TextInput
        label="Domain"
        placeholder="youragency.com"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        maxLength={200}
        value={typed}
        error={problem}
        onChange={(event) => {
          setProblem(undefined)
          setTyped(event.currentTarget.value.toLowerCase().replace(/\s+/g, ''))
        }}
      />
      <Button type="submit" variant="default" loading={adding.isPending}>
        Add domain
      </Button>
    </form>
  )
}
