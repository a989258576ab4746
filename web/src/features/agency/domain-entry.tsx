import { Button, TextInput } from '@mantine/core'
import type { DomainType } from '@parley/contracts/agency/domain-names.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { agencyDomainsQuery } from '../../server/agency-domains.ts'
import { ApiError, client } from '../../server/client.ts'
import { whiteLabelQuery } from '../../server/white-label.ts'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'
import styles from './domains.module.css'

/** Refusals that say what is wrong with what was entered, or with what there is. */
const told = new Set(['invalid-domain', 'domain-taken', 'domain-exists', 'white-label-required'])

/** Where a domain is entered. `suffix`: what follows it anyway. `failed`: said of a failure that says nothing itself. */
export function DomainEntry(props: {
  domainType: DomainType
  label: string
  act: string
  placeholder: string
  suffix?: string
  failed: string
}) {
  const { domainType, label, act, placeholder, suffix, failed } = props
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<ApiError>()
  const { whiteLabelTrials = false } = useSession()
  const { data: standing } = useQuery({
    ...whiteLabelQuery({ region, workspaceId }),
    enabled: whiteLabelTrials,
  })
  // Until the trial begins.
  const isOver = refusal?.code === 'white-label-required' && standing?.isEntitled
  const adding = useMutation({
    mutationFn: (customDomain: string) =>
      client.call('domains.add', {
        params: { region },
        body: {
          customDomain,
          agencyId: workspaceId,
          ...(domainType === 'vgSubdomain' ? { isVGSubdomain: true } : { isCustomDomain: true }),
        },
      }),
    async onSuccess({ message }) {
      await queryClient.invalidateQueries(agencyDomainsQuery({ region, workspaceId }))
      noticeSuccess(domainType === 'customDomain' ? message : 'Subdomain added successfully!')
    },
    onError(error) {
      if (error instanceof ApiError && told.has(error.code)) setRefusal(error)
      else noticeFailure(failed)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate(typed)
  }
  return (
    <form className={styles.entry} onSubmit={submit} noValidate>
      <TextInput
        label={label}
        placeholder={placeholder}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        maxLength={300}
        value={typed}
        error={isOver ? undefined : refusal?.message}
        onChange={(event) => {
          setRefusal(undefined)
          setTyped(event.currentTarget.value.toLowerCase().replace(/\s+/g, ''))
        }}
        {...(suffix === undefined
          ? {}
          : {
              rightSection: <span className={styles.suffix}>{suffix}</span>,
              rightSectionWidth: 'auto',
              rightSectionPointerEvents: 'none' as const,
            })}
      />
      <Button type="submit" variant="default" loading={adding.isPending}>
        {act}
      </Button>
    </form>
  )
}
