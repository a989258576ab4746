import { Text } from '@mantine/core'
import { type ReturnedMail, returnedMailNames } from '@parley/contracts/agency/bounces.ts'
import { IconMailX } from '@tabler/icons-react'
import styles from './returned-mail.module.css'

/** Says beside somebody's address why no mail is sent there. */
export function ReturnedMailMark({ of }: { of: ReturnedMail | undefined }) {
  if (of === undefined) return null
  return (
    <Text component="span" size="sm" c="var(--mantine-color-red-text)" className={styles.mark}>
      <IconMailX size={14} aria-hidden />
      {returnedMailNames[of]}
    </Text>
  )
}
