import { Checkbox, Select, Stack, Switch } from '@mantine/core'
import type { OnboardingToggle } from '@parley/contracts/agency/client-onboarding.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { dashboardLayoutOptions } from '../../shell/dashboard-layout-options.ts'
import { SignInAddress } from '../../shell/sign-in-address.tsx'
import type { AgencyDraft } from './use-agency-draft.ts'

type Row = {
  name: OnboardingToggle
  label: string
  help: string
  /** Without which it has no effect. */
  within?: OnboardingToggle
}

const steps: readonly Row[] = [
  { name: 'showWelcomeStep', label: 'Welcome', help: 'Greets the client with your name and logo.' },
  {
    name: 'showGoalsStep',
    label: 'Goals',
    help: 'Asks what the client wants to achieve. You see the answer with the client.',
  },
  {
    name: 'showCompanyInfoStep',
    label: 'Company info',
    help: 'Asks for name, website and description of the company. Its organization gets the name.',
  },
  {
    name: 'requireCompanyName',
    label: 'Company name is required',
    help: 'Clients can’t go on without it.',
    within: 'showCompanyInfoStep',
  },
  {
    name: 'requireCompanyWebsite',
    label: 'Company website is required',
    help: 'Clients can’t go on without it.',
    within: 'showCompanyInfoStep',
  },
  {
    name: 'requireCompanyDescription',
    label: 'Company description is required',
    help: 'Clients can’t go on without it.',
    within: 'showCompanyInfoStep',
  },
  {
    name: 'showAgentCreationStep',
    label: 'Agent creation',
    help: 'The client gets an agent of its own, made of its company and website. Without one, it sees No Access until you assign an agent.',
  },
  {
    name: 'showTestTextAgent',
    label: 'Test Text Agent',
    help: 'Offers the client to chat with the new agent.',
    within: 'showAgentCreationStep',
  },
  {
    name: 'showWidgetScript',
    label: 'Add to your website',
    help: 'Shows the client the script that puts the agent on its website.',
    within: 'showAgentCreationStep',
  },
]

/** Client sign-up, the onboarding after it, and the defaults of new clients (part 2 §2.2). */
export function SaasTab({ agency, edit, problems }: AgencyDraft) {
  const { settings } = agency
  const { enableClientSignup, clientOnboarding } = settings
  const change = (changed: Partial<typeof clientOnboarding>) =>
    edit({ settings: { ...settings, clientOnboarding: { ...clientOnboarding, ...changed } } })
  return (
    <Stack gap="md">
      <SettingSection title="SaaS mode" explanation="Whoever visits your sign-in page can become a client.">
        <SettingRow
          label="Enable client sign-up"
          help="With a code that is mailed to them. Each takes one of your client seats and gets an organization of its own."
          size="button"
        >
          {(texts) => (
            <Switch
              {...texts}
              checked={enableClientSignup}
              error={problems.get('settings.enableClientSignup')}
              onChange={(event) =>
                edit({ settings: { ...settings, enableClientSignup: event.currentTarget.checked } })
              }
            />
          )}
        </SettingRow>
        <SettingRow grouped label="Sign-in page" help="There they find Sign Up.">
          <SignInAddress agencyId={agency.ID} />
        </SettingRow>
      </SettingSection>
      <SettingSection
        title="Client onboarding"
        explanation="What new clients are led through before their dashboard opens."
      >
        {steps.map(({ name, label, help, within }) => (
          <SettingRow key={name} label={label} help={help} size="button">
            {(texts) => (
              <Switch
                {...texts}
                disabled={!enableClientSignup || (within !== undefined && !clientOnboarding[within])}
                checked={clientOnboarding[name]}
                onChange={(event) => change({ [name]: event.currentTarget.checked })}
              />
            )}
          </SettingRow>
        ))}
      </SettingSection>
      <SettingSection title="Defaults of new clients" explanation="Of those who sign up by themselves.">
        <SettingRow grouped label="Access" help="The pages that a client may open once it has signed up.">
          <DefaultAccess
            access={clientOnboarding.defaultClientAccess}
            tabs={agency.customTabs.filter(({ alwaysVisible }) => !alwaysVisible)}
            disabled={!enableClientSignup}
            onChange={(defaultClientAccess) => change({ defaultClientAccess })}
          />
        </SettingRow>
        <SettingRow
          label="Dashboard layout"
          help="Where clients have their navigation: beside the pages, or in a row above them."
          size="short"
        >
          {(texts) => (
            <Select
              {...texts}
              allowDeselect={false}
              disabled={!enableClientSignup}
              data={dashboardLayoutOptions}
              value={clientOnboarding.defaultDashboardLayout}
              onChange={(value) => value && change({ defaultDashboardLayout: value })}
            />
          )}
        </SettingRow>
        <SettingRow
          label="Allow Create Agents"
          help="A client may create agents, which are its own and its organization’s."
          size="button"
        >
          {(texts) => (
            <Switch
              {...texts}
              disabled={!enableClientSignup}
              checked={clientOnboarding.defaultAllowCreateAgents}
              onChange={(event) => change({ defaultAllowCreateAgents: event.currentTarget.checked })}
            />
          )}
        </SettingRow>
        <SettingRow
          label="Enable Chats Delegation"
          help="A client may assign conversations of its agents to others of its organization."
          size="button"
        >
          {(texts) => (
            <Switch
              {...texts}
              disabled={!enableClientSignup}
              checked={clientOnboarding.defaultCanDelegateChats}
              onChange={(event) => change({ defaultCanDelegateChats: event.currentTarget.checked })}
            />
          )}
        </SettingRow>
        <SettingRow
          label="Hide Advanced Settings During User Creation/Editing"
          help="A client that you make an admin of its organization gives the users that it adds none of these settings."
          size="button"
        >
          {(texts) => (
            <Switch
              {...texts}
              disabled={!enableClientSignup}
              checked={clientOnboarding.defaultHideAdvancedSettings}
              onChange={(event) => change({ defaultHideAdvancedSettings: event.currentTarget.checked })}
            />
          )}
        </SettingRow>
      </SettingSection>
    </Stack>
  )
}

/** Pages that exist, and the custom tabs that not every client sees anyway. */
function DefaultAccess(props: {
  access: readonly string[]
  tabs: readonly { href: string; label: string }[]
  disabled: boolean
  onChange: (access: string[]) => void
}) {
  const { access, tabs, disabled, onChange } = props
  const pages = clientPages.filter((page) => !('until' in page))
  return (
    <Stack gap="xs">
      {[...pages, ...tabs].map(({ href, label }) => (
        <Checkbox
          key={href}
          label={label}
          disabled={disabled}
          checked={access.includes(href)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...access, href] : access.filter((one) => one !== href))
          }
        />
      ))}
    </Stack>
  )
}
