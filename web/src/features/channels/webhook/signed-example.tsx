import { Tabs, Text } from '@mantine/core'
import { CopyIcon } from '../../../design/fields/copy-field.tsx'
import styles from '../channels.module.css'
import { deliveryExample, exampleLanguages, SECRET_VARIABLE, sentExample } from './webhook-examples.ts'

/** How a server delivers a message, and what it is sent. */
export function SignedExample({ address }: { address: string }) {
  return (
    <section aria-label="For developers">
      <Text fw={500} size="sm">
        For developers
      </Text>
      <Text c="dimmed" size="sm" mt={2} mb="xs">
        The signature is the HMAC-SHA256 under the signing secret of five lines: the time in seconds, the
        Idempotency-Key, the method, the path with its query, and the body. These programs take the secret
        from the environment variable {SECRET_VARIABLE}.
      </Text>
      <Tabs defaultValue={exampleLanguages[0]} keepMounted={false}>
        <Tabs.List mb="sm">
          {exampleLanguages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {exampleLanguages.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeToCopy label={`Example in ${language}`} code={deliveryExample(language, address)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text c="dimmed" size="sm" mt="md" mb="xs">
        Your server is sent each message of the agent and the team like this, signed in the same way. Answer
        with a status from 200 to 299; a message that could not be delivered is sent again for a day, under
        the same Idempotency-Key.
      </Text>
      <CodeToCopy label="Example of a message" code={sentExample} />
    </section>
  )
}

function CodeToCopy(props: { label: string; code: string }) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={props.label}>
        {props.code}
      </section>
      <div className={styles.copy}>
        <CopyIcon value={props.code} label={props.label} />
      </div>
    </div>
  )
}
