import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { locale, t } from '../../design/language.ts'
import { withParts } from '../../design/words/sentence.tsx'
import { ownOrganisationQuery } from './queries.ts'

/** The credits of the client's organisation, where it has some of its own (part 2 §2.4). */
export function CreditsButton({ session: { region } }: { session: ClientSessionView }) {
  const [opened, dialog] = useDisclosure(false)
  const { data } = useQuery(ownOrganisationQuery(region))
  if (data?.balance === undefined) return null
  const credits = withOneDecimal(data.balance)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        className="tabular"
        leftSection={<IconCoins size={18} stroke={1.75} />}
        onClick={dialog.open}
      >
        {t('{amount} credits', { amount: credits })}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={t('Billing Dashboard')}>
        <Stack gap={4}>
          <Text c="dimmed">{t('Available credits')}</Text>
          <Text fz={32} lh="40px" fw={600} className="tabular">
            {credits}
          </Text>
          <Text c="dimmed" mt="sm">
            {withParts('The credits of {name}.', { name: <bdi>{data.name}</bdi> })}
          </Text>
        </Stack>
      </Modal>
    </>
  )
}

const withOneDecimal = (credits: number) =>
  credits.toLocaleString(locale ?? 'en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
