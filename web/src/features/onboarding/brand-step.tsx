import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { brandingFailed, type Company } from '@parley/contracts/onboarding/company.ts'
import type { BrandingChoices } from '@parley/contracts/onboarding/endpoints.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, messageOf } from '../../server/client.ts'
import { BrandForm } from './brand-form.tsx'

/** Asked again after a reload, the server continues or remembers the same reading. */
const brandingQuery = (region: Region, company: Company) =>
  queryOptions({
    queryKey: ['branding', region, company.website],
    queryFn: async ({ signal }) => {
      const call = { params: { region }, body: { company } }
      return (await client.call('onboarding.getBrandingInfo', call, { signal })).brandingInfo
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** 'Analyzing your website...', then the brand to confirm; a site that can't be read says why. */
export function BrandStep(props: {
  region: Region
  company: Company
  choices: BrandingChoices | undefined
  ownBack: boolean
  onBack: () => void
  onDone: (choices: BrandingChoices) => void
}) {
  const { data, error } = useQuery(brandingQuery(props.region, props.company))
  const [without, setWithout] = useState(false)

  if (error && !without)
    return (
      <Stack gap="md">
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title={brandingFailed}>
          {messageOf(error)}
        </Alert>
        <Group justify="space-between">
          <Button variant="default" onClick={props.onBack}>
            Back to edit details
          </Button>
          <Button variant="subtle" onClick={() => setWithout(true)}>
            Choose the colours yourself
          </Button>
        </Group>
      </Stack>
    )
  const brand = data ?? (without ? { colors: [], themeMode: 'light' as const } : undefined)
  if (!brand)
    return (
      <Stack align="center" gap="sm" py="xl" role="status">
        <Loader size="md" aria-hidden />
        <Text fw={500}>Analyzing your website...</Text>
        <Text c="dimmed" size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
          We read the colours, the icon and the language of {props.company.website}.
        </Text>
      </Stack>
    )
  return <BrandForm brand={brand} unread={!data} {...props} />
}
