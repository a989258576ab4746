import { Button, Text, TextInput } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { useState } from 'react'
import { regionNames, regions } from '../shell/regions.ts'
import styles from './auth-card.module.css'
import { AuthCard, PageLink } from './auth-card.tsx'
import { EmailField, NewPasswordField, problemOfEmail, problemOfPassword } from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import type { AuthPageProps } from './auth-pages.tsx'
import { client } from './client.ts'
import { leave } from './sign-in-page.tsx'

export function SignUpPage(props: AuthPageProps) {
  const form = useAuthForm({ displayName: '', email: props.email, password: '' })
  const [region, setRegion] = useState<Region>(nearestRegion)
  const { displayName, email, password } = form.values

  const signUp = async () => {
    const missing = {
      displayName: displayName.trim() === '' ? 'Please enter your name.' : undefined,
      email: problemOfEmail(email),
      password: problemOfPassword(password),
    }
    if (missing.displayName || missing.email || missing.password) return form.fail(missing)
    const signedUp = await form.send(
      () => client.call('auth.signUp', { body: { displayName, email, password, region } }),
      { staysBusy: true },
    )
    if (signedUp) leave()
  }

  return (
    <AuthCard
      title="Create your account"
      purpose={form.busy ? 'Setting up your account...' : 'Build an agent and put it on your website.'}
      error={form.errors.form}
      onSubmit={signUp}
      footer={
        <Text>
          Already have an account?{' '}
          <PageLink to="/login" go={props.go}>
            Sign In
          </PageLink>
        </Text>
      }
    >
      <TextInput label="Full Name" autoComplete="name" autoFocus {...form.fieldProps('displayName')} />
      <EmailField field={form.fieldProps('email')} onLeave={props.onEmail} />
      <NewPasswordField label="Password" field={form.fieldProps('password')} />
      <RegionChoice region={region} onChoose={setRegion} />
      <Button type="submit" loading={form.busy}>
        Create
      </Button>
    </AuthCard>
  )
}

function RegionChoice(props: { region: Region; onChoose: (region: Region) => void }) {
  return (
    <div>
      <fieldset className={styles.regions}>
        <legend>Region</legend>
        {regions.map((region) => (
          <label key={region} className={styles.region}>
            <input
              type="radio"
              name="region"
              value={region}
              checked={props.region === region}
              onChange={() => props.onChoose(region)}
            />
            {regionNames[region]}
          </label>
        ))}
      </fieldset>
      <Text size="xs" c="dimmed" mt={6}>
        Your agents, their knowledge and every conversation are stored in this region only. It can't be
        changed later.
      </Text>
    </div>
  )
}

function nearestRegion(): Region {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  return zone.startsWith('Europe/') || zone.startsWith('Africa/') ? 'eu' : 'na'
}
