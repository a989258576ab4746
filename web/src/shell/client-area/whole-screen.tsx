/** What a client sees in place of its dashboard. */
import { Anchor, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconLogout, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../design/language.ts'
import { type ClientBrand, ClientLogo } from './client-parts.tsx'

function WholeScreen(props: {
  agency: ClientBrand | undefined
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  return (
    <Center mih="100dvh" p="lg" component="main" data-part="whole-screen">
      <Stack align="center" gap="md" maw={440} ta="center" role={props.role}>
        {props.agency && <ClientLogo agency={props.agency} />}
        {props.children}
      </Stack>
    </Center>
  )
}

/** After signing in, until the dashboard is there (part 2 §2.5). */
export function SettingUp({ agency }: { agency: ClientBrand | undefined }) {
  return (
    <WholeScreen agency={agency} role="status">
      <title>{t('Setting up your account...')}</title>
      <Title order={1} size="h2">
        {t('Setting up your account...')}
      </Title>
      <Text c="dimmed">{t("Welcome aboard! We're preparing your personalized dashboard.")}</Text>
      <Loader size="sm" aria-hidden />
    </WholeScreen>
  )
}

type Leaving = { agency: ClientBrand | undefined; onLogOut: () => void; loggingOut: boolean }

/** `onNewAgent`: for a client that may create an agent. */
type Starting = { onNewAgent?: (() => void) | undefined }

/** For a client without an agent or a page. */
export function NoAccess({ agency, ...leaving }: Leaving & Starting) {
  return (
    <WholeScreen agency={agency}>
      <title>{t('No Access')}</title>
      <Title order={1} size="h2">
        {t('No Access')}
      </Title>
      <Text c="dimmed">{t("This account doesn't have access to any agent")}</Text>
      <WaysOut agency={agency} {...leaving} />
    </WholeScreen>
  )
}

/** For a client whose organisation has its access disabled; `message` is the agency's. */
export function AccessDisabled({ agency, message, ...leaving }: Leaving & { message: string }) {
  return (
    <WholeScreen agency={agency}>
      <title>{t('No Access')}</title>
      <Title order={1} size="h2">
        {t('No Access')}
      </Title>
      <Text c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {t(message)}
      </Text>
      <WaysOut agency={agency} {...leaving} />
    </WholeScreen>
  )
}

function WaysOut({ agency, onLogOut, loggingOut, onNewAgent }: Leaving & Starting) {
  return (
    <Group justify="center">
      {onNewAgent && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNewAgent}>
          {t('New Agent')}
        </Button>
      )}
      {agency?.supportEmail && (
        <Anchor href={`mailto:${agency.supportEmail}`}>{t('Contact {name}', { name: agency.name })}</Anchor>
      )}
      <Button
        variant="default"
        leftSection={<IconLogout size={16} />}
        loading={loggingOut}
        onClick={onLogOut}
      >
        {t('Log Out')}
      </Button>
    </Group>
  )
}
