import type { ReactNode } from 'react'
import { IsTranslated } from '../../design/use-texts.ts'
import styles from './in-english.module.css'

/** A part of the dashboard that is in English, whatever the language of the client. */
export const InEnglish = (props: { children: ReactNode }) => (
  <IsTranslated value={false}>
    <div lang="en" dir="ltr" className={styles.part}>
      {props.children}
    </div>
  </IsTranslated>
)
