import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import type { AgencyView } from '@parley/contracts/agency/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { agencyQuery } from '../../server/agency.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { useSignInAddress } from '../../shell/sign-in-address.tsx'

type Asked = 'replace' | 'remove' | 'how-to'

/** The secret with which the agency's own product signs its clients in. Its changes take effect at once, whatever else is unsaved. */
export function SingleSignOn({ agency }: { agency: AgencyView }) {
  const place = useWorkspace()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<string>()
  const options = {
    async onSuccess() {
      await queryClient.invalidateQueries(agencyQuery(place))
      setAsked(undefined)
    },
    onError: (error: unknown) => noticeError(error, 'Error: '),
  }
  const create = useMutation({
    ...options,
    async mutationFn() {
      setMade((await client.call('agency.createSsoSecret', { params: place })).ssoSecret)
    },
  })
  const remove = useMutation({
    ...options,
    async mutationFn() {
      await client.call('agency.removeSsoSecret', { params: place })
      noticeSuccess('The secret was removed')
    },
  })
  const { ssoSecretCreatedAt: at } = agency
  return (
    <SettingRow
      grouped
      label="Single sign-on"
      help="Clients who are signed in to your own product come to their dashboard without signing in again."
    >
      <Text size="sm" c="dimmed" mb="xs">
        {at === undefined ? (
          'There is no secret yet.'
        ) : (
          <>
            Your secret was made <Moment at={at} />.
          </>
        )}
      </Text>
      <Group gap="xs">
        {at === undefined ? (
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            Create Secret
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => setAsked('replace')}>
              Replace Secret
            </Button>
            <Button variant="default" onClick={() => setAsked('remove')}>
              Remove Secret
            </Button>
          </>
        )}
        <Button variant="default" onClick={() => setAsked('how-to')}>
          How it works
        </Button>
      </Group>
      {asked === 'replace' && (
        <AskBefore
          title="Replace the secret for single sign-on?"
          act="Replace Secret"
          pending={create.isPending}
          onAct={() => create.mutate()}
          onClose={() => setAsked(undefined)}
        >
          Tokens that are signed with the current secret are refused immediately.
        </AskBefore>
      )}
      {asked === 'remove' && (
        <AskBefore
          title="Remove the secret for single sign-on?"
          act="Remove Secret"
          pending={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsked(undefined)}
        >
          Your product can’t sign clients in any more. Clients who are signed in stay so.
        </AskBefore>
      )}
      {asked === 'how-to' && <HowTo agencyId={agency.ID} onClose={() => setAsked(undefined)} />}
      {made !== undefined && <SecretShown secret={made} onClose={() => setMade(undefined)} />}
    </SettingRow>
  )
}

function SecretShown(props: { secret: string; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Secret for single sign-on"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text>
          Your server signs tokens with it. Copy it now: it is not shown again. Never use it in web pages.
        </Text>
        <CopyField value={props.secret} label="secret for single sign-on" />
        <Group justify="flex-end">
          <Button onClick={props.onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The same as docs/client-single-sign-on.md, with the values of this agency. */
function HowTo({ agencyId, onClose }: { agencyId: string; onClose: () => void }) {
  const address = useSignInAddress(agencyId)
  return (
    <Modal opened onClose={onClose} title="Sign clients in from your own product" size="lg">
      <Stack gap="md">
        <Text>
          When a client opens its dashboard from your product, your server signs a JSON Web Token and sends
          the browser to your sign-in page with it.
        </Text>
        <List spacing={4}>
          <List.Item>It is signed with HS256 and your secret.</List.Item>
          <List.Item>
            <b>iss</b> is your agency’s ID, <b>aud</b> is client-login: both stand in the example.
          </List.Item>
          <List.Item>
            <b>sub</b> is the client’s ID, <b>email</b> its address, as the API’s list of clients has them.
          </List.Item>
          <List.Item>
            <b>exp</b> is at most 60 seconds ahead.
          </List.Item>
          <List.Item>
            <b>jti</b> is another text in each token: a token signs in once.
          </List.Item>
        </List>
        <CopyField value={exampleOf(agencyId, address)} label="example for Node.js" />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function exampleOf(agencyId: string, address: string): string {
  return `import { SignJWT } from 'jose'

const token = await new SignJWT({ email: client.email })
  .setProtectedHeader({ alg: 'HS256' })
  .setIssuer('${agencyId}')
  .setAudience('client-login')
  .setSubject(client.id)
  .setJti(crypto.randomUUID())
  .setExpirationTime('60s')
  .sign(new TextEncoder().encode(process.env.SSO_SECRET))

response.redirect(\`${address}${address.includes('?') ? '&' : '?'}token=\${token}\`)`
}
